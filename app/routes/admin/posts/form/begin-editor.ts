import { bodyEditorIn } from '#app/editor/body-editor.ts';

// Runs by itself in the document of an empty text, which can then be typed into before the framework has come.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
else begin();

function begin() {
  const place = document.querySelector('[data-new-text]');
  if (!place) return;
  const { editor } = bodyEditorIn(place, '', async (...upload) => {
    const { uploadBodyImage } = await import('#app/routes/admin/images/upload-image.ts');
    return uploadBodyImage(...upload);
  });
  // Until the form works, and asks by itself.
  addEventListener('beforeunload', (event) => {
    if ('ready' in document.documentElement.dataset) return;
    const fields = [...document.querySelectorAll('textarea')];
    if (editor.can().undo() || fields.some(({ value, defaultValue }) => value !== defaultValue))
      event.preventDefault();
  });
}
