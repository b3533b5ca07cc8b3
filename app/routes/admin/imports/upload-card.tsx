import { useState } from 'react';
import { href, useNavigate } from 'react-router';

import { fieldOf } from '#app/http/field-of.ts';
import { uploadLimit } from '#domain/imports/upload-limit.ts';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';

const failure = 'The file could not be uploaded. Please try again.';

/** Takes the export of another site. What would become of it is said before anything is imported. */
export function UploadCard() {
  const navigate = useNavigate();
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<string>();

  async function upload(file: File) {
    setError(undefined);
    setSent(0);
    try {
      const id = await sendExport(file, setSent);
      await navigate(`${href('/admin/posts/import')}?${new URLSearchParams({ import: id })}`);
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : failure);
    } finally {
      setSent(null);
    }
  }

  return (
    <Card title="Import a blog">
      <p className="max-w-[80ch] text-pretty text-ink-soft">
        A WordPress export (WXR), a Ghost export (JSON or zip), a zip of Markdown with front matter, or an
        export of this product. First you see what would become of each text; nothing is imported until you
        say so.
      </p>
      <TextField
        label="Export file"
        type="file"
        accept=".xml,.json,.zip,.md,.markdown"
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

/** fetch tells nothing of the way up. @returns the id of the import @throws Error with the message to show */
function sendExport(file: File, onSent: (share: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onSent(event.loaded / event.total);
    });
    request.addEventListener('loadend', () => {
      const answer = answerOf(request.responseText);
      const [id, message] = [fieldOf(answer, 'id'), fieldOf(answer, 'message')];
      if (request.status === 201 && typeof id === 'string') resolve(id);
      else reject(new Error(typeof message === 'string' && message !== '' ? message : failure));
    });
    request.open('POST', `/api/imports?${new URLSearchParams({ name: file.name })}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.send(file);
  });
}

function answerOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
