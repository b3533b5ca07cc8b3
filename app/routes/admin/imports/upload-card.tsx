import { useState } from 'react';
import { href, useNavigate } from 'react-router';

import { fieldOf } from '#app/http/field-of.ts';
import { uploadLimit } from '#domain/imports/upload-limit.ts';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { sendFile } from '../send-file.ts';

const failure = 'The file could not be uploaded. Please try again.';

/** Takes the export of another site. What would become of it is said before anything is imported. */
export function UploadCard() {
  const navigate = useNavigate();
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<string>();

  async function upload(file: File) {
    setError(undefined);
    setSent(0);
    const { status, answer } = await sendFile('/api/imports', file, { onProgress: setSent });
    const [id, message] = [fieldOf(answer, 'id'), fieldOf(answer, 'message')];
    if (status === 201 && typeof id === 'string')
      await navigate(`${href('/admin/posts/import')}?${new URLSearchParams({ import: id })}`);
    else setError((typeof message === 'string' && message) || failure);
    setSent(null);
  }

  return (
    <Card title="Import a blog">
      <p className="max-w-[80ch] text-pretty text-ink-soft">
        A WordPress export (WXR), a Ghost export (JSON or zip), a zip of Markdown with front matter, an export
        of this product, or the redirects of the old site (CSV, Ghost, _redirects or Apache). First you see
        what would become of each text; nothing is imported until you say so.
      </p>
      <TextField
        label="Export file"
        type="file"
        disabled={sent !== null}
        error={error}
        className="h-auto py-1"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (file && file.size > uploadLimit.bytes) setError(uploadLimit.message);
          else if (file) void upload(file);
        }}
      />
      {sent !== null && (
        <Progress
          label={sent < 1 ? 'Uploading the file...' : 'Reading the file...'}
          share={sent < 1 ? sent : null}
        />
      )}
    </Card>
  );
}

/** How far something is; without a share only that it goes on. */
export function Progress({ label, share }: { label: string; share: number | null }) {
  return (
    <div className="grid gap-1.5">
      <output className="tabular-nums">{label}</output>
      <progress
        aria-label={label}
        className="h-1.5 w-full accent-signal"
        {...(share === null ? {} : { value: share })}
      />
    </div>
  );
}
