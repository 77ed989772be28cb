import { getDocumentProxy } from "unpdf";

/** All text of a PDF, page after page; throws where another program could not read it. */
export async function textOfPdf(pdf: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(pdf, { verbosity: 0, stopAtErrors: true });
  let text = "";
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    await page.getOperatorList();
    const { items } = await page.getTextContent();
    text += items.map((item) => ("str" in item ? item.str : "")).join("");
  }
  await document.loadingTask.destroy();
  return text;
}
