import { useState, useSyncExternalStore } from 'react';

import { pageNames } from '#domain/core/public-addresses.ts';
import type { ColorScheme } from '#domain/html/color-schemes.ts';
import { accentIn, accentProblem, isHexColor } from '#domain/site/accent-color.ts';
import { Button } from '#app/ui/button.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { verbatim, type Control, type FieldForm, type FieldProps } from './control.ts';

/** A color as text and to be picked; one that cannot be read offers the nearest that can. */
export function ColorField({ scheme, control, onChange }: FieldProps & { scheme: ColorScheme }) {
  const { value, label, readOnly } = control;
  const problem = isHexColor(value) ? accentProblem(value, scheme) : null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
      <TextField {...control} {...verbatim} error={problem?.message ?? control.error} />
      {!readOnly && (
        <input
          type="color"
          aria-label={`Pick: ${label}`}
          value={isHexColor(value) ? value : accentIn(scheme, '')}
          onChange={control.onChange}
          className="mt-6 h-8 w-12 cursor-pointer rounded-md border border-line-strong bg-surface p-0.5 max-sm:h-11"
        />
      )}
      {!readOnly && problem && (
        <Button className="justify-self-start" onClick={() => onChange(problem.nearest)}>
          <span className="size-3.5 rounded-sm" style={{ background: problem.nearest }} />
          Use {problem.nearest}
        </Button>
      )}
    </div>
  );
}

/** A page of the site, or another address. */
export function PageField({ ownPages, control, onChange }: FieldProps & Pick<FieldForm, 'ownPages'>) {
  const { value, readOnly, name, error, ...shared } = control;
  const pages = [
    ...Object.entries(pageNames),
    ...ownPages.map(({ path, title }): [string, string] => [path, title]),
  ];
  // An address that was typed stays one, also while it is the beginning of a page's.
  const [typed, setTyped] = useState<string | null>(null);
  const isOther = typed === value || (value !== '' && pages.every(([path]) => path !== value));
  return (
    <>
      <SelectField
        {...shared}
        {...(isOther ? {} : { name, error })}
        value={isOther ? 'other' : value}
        disabled={readOnly}
        onChange={({ currentTarget: { value: chosen } }) => {
          setTyped(chosen === 'other' ? '' : null);
          onChange(chosen === 'other' ? '' : chosen);
        }}
        options={[...pages, ['other', 'Another address']]}
      >
        {value === '' && <option value="">Choose a page</option>}
      </SelectField>
      {isOther && (
        <TextField
          {...control}
          {...verbatim}
          label="Address"
          inputMode="url"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            control.onChange(event);
          }}
        />
      )}
    </>
  );
}

/** One of the pages that the form offers, or none; an address that was typed before stays a choice. */
export function ChoiceField({ ownPages, control }: FieldProps & Pick<FieldForm, 'ownPages'>) {
  const { readOnly, ...select } = control;
  const pages = ownPages.map(({ path, title }): [string, string] => [path, title]);
  const options = new Map([['', 'None'], [control.value, control.value || 'None'], ...pages]);
  return <SelectField {...select} disabled={readOnly} options={[...options]} />;
}

const known: { zones?: string[] } = {};
const browserZones = () => (known.zones ??= Intl.supportedValuesOf('timeZone'));
const noZones: string[] = [];
const serverZones = () => noZones;
const never = () => () => {};

/** The zones that the browser knows are offered once its script has run. */
export function ZoneField({ readOnly, ...control }: Control) {
  const zones = useSyncExternalStore(never, browserZones, serverZones);
  const names = [...new Set([control.value, 'UTC', ...zones])];
  return <SelectField {...control} disabled={readOnly} options={names.map((zone) => [zone, zone])} />;
}
