const LOOKED_AT_MS = 500;
const TYPED = "input:not([type=hidden], [type=checkbox], [type=radio], [type=search], [readonly]), textarea";

/** Resolves once nothing is typed on this page and nothing stands open over it, so that what is drawn anew loses nobody's work. */
export async function whenNothingIsTyped(): Promise<void> {
  while (isTyped()) await new Promise((resolve) => setTimeout(resolve, LOOKED_AT_MS));
}

function isTyped(): boolean {
  if (document.querySelector("[role=dialog], [role=alertdialog]") !== null) return true;
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED)].some(
    ({ value }) => value !== "",
  );
}
