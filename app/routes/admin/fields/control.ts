import type { ChangeEvent, ComponentProps } from 'react';

import type { TextField } from '#app/ui/field.tsx';

export type Simple = string | boolean;

export type FieldForm = {
  /** The public pages of the owner, for links. */
  ownPages: readonly { path: string; title: string }[];
  errorAt: (path: string) => string | undefined;
  onUploads: (path: string, underWay: number) => void;
};

export type Common = {
  form: FieldForm;
  /** The path of the value in the document: `team.2.name`. */
  path: string;
  isReadOnly?: boolean;
};

export type Typing = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

export type Control = Pick<ComponentProps<typeof TextField>, 'label' | 'name' | 'error' | 'hint'> & {
  value: string;
  readOnly: boolean;
  onChange: (event: Typing) => void;
};

export type FieldProps = { control: Control; onChange: (value: string) => void };

export const verbatim = { spellCheck: false, autoCapitalize: 'none' } as const;
