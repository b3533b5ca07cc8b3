import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';

/** The picture at the top of the post. @param image its address; '' for none */
export function FeaturedImageCard({ image, onChange }: { image: string; onChange: (image: string) => void }) {
  if (image === '') return null;
  return (
    <Card title="Featured Image">
      <img src={image} alt="" className="aspect-video w-full rounded-md border border-line object-cover" />
      <Button onClick={() => onChange('')}>Remove</Button>
    </Card>
  );
}
