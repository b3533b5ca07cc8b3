import { Fragment, type ReactNode } from 'react';

/** The text with each `{name}` replaced by its value. A name without a value stays as it is. */
export function fillText(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

/** The same for values that are elements. */
export function FilledText({ text, values }: { text: string; values: Record<string, ReactNode> }) {
  return text
    .split(/(\{\w+\})/)
    .map((part, index) => (
      <Fragment key={index}>{part.startsWith('{') ? (values[part.slice(1, -1)] ?? part) : part}</Fragment>
    ));
}
