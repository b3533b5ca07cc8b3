import { bodyEditorIn } from '#app/editor/body-editor.ts';

// Runs by itself in the document of an empty text, which can then be typed into before the framework has come.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
else begin();

function begin() {
  const place = document.querySelector('[data-new-text]');
  if (!place) return;
  bodyEditorIn(place, '', async (...upload) => {
    const { uploadBodyImage } = await import('#app/routes/admin/images/upload-image.ts');
    return uploadBodyImage(...upload);
  });
}
