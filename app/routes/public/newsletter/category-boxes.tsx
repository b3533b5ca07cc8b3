/** A checkbox for each category, as the field `categories`. */
export function CategoryBoxes({
  legend,
  categories,
}: {
  legend: string;
  categories: readonly { name: string; slug: string; isChosen: boolean }[];
}) {
  return (
    <fieldset className="category-boxes">
      <legend>{legend}</legend>
      {categories.map(({ name, slug, isChosen }) => (
        <label key={slug}>
          <input type="checkbox" name="categories" value={slug} defaultChecked={isChosen} />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
