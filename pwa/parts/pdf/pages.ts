import { type DrawnFonts } from "./drawn-fonts.ts";
import { latin1, num, openPdf, textString } from "./pdf-file.ts";
import { type Direction, type TextStyle, type Typesetter } from "./typesetter.ts";

/** A4, in points. */
export const PAGE_WIDTH = 595;
export const PAGE_HEIGHT = 842;
const LINE_GRAY = 0.75;

export interface Page {
  text(text: string, x: number, y: number, style: TextStyle): void;
  /** Text that ends at `right`. */
  textBefore(text: string, right: number, y: number, style: TextStyle): void;
  line(left: number, right: number, y: number): void;
}

export interface Pages {
  /** A new page, after or before those that were written. */
  open(place: "after" | "before"): Page;
  /** Writes a page; it must not be drawn upon any more. */
  close(page: Page): Promise<void>;
  /** Writes what is the same on all pages, `footer` at their foot, and ends the file. */
  finish(about: { readonly title: string; readonly footer: (page: number, pages: number) => string }): Promise<Blob>;
}

const FOOTER: TextStyle = { size: 7, gray: 0.4 };
const FOOTER_Y = 24;
const MARGIN = 40;

/** What its words are in. */
export interface PagesIn {
  /** As ISO 639-1 has it. */
  readonly language: string;
  readonly direction: Direction;
}

/**
 * A document of pages, each written to the file as soon as it is full. Places are those of a page that runs from left to right; on one
 * that runs the other way all of them are seen as in a mirror, and only what is written is not.
 */
export function openPages(setter: Typesetter, fonts: DrawnFonts, { language, direction }: PagesIn): Pages {
  const isTurned = direction === "rtl";
  const file = openPdf();
  const tree = file.reserve();
  const resources = file.reserve();
  const drawn = new Map<Page, string[]>();
  const written: Record<"before" | "after", number[]> = { before: [], after: [] };
  const places = new Map<Page, "before" | "after">();

  async function writePage(contents: number, footer: string): Promise<number> {
    const foot = await file.add("<<>>", latin1(footer));
    return file.add(
      `<</Type /Page /Parent ${tree} 0 R /Resources ${resources} 0 R ` +
        `/MediaBox [0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}] /Contents [${contents} 0 R ${foot} 0 R]>>`,
    );
  }

  return {
    open(place) {
      const operators: string[] = [];
      const from: Page["text"] = (text, x, y, style) => void operators.push(setter.show(text, x, y, style));
      const before: Page["textBefore"] = (text, right, y, style) =>
        from(text, right - setter.widthOf(text, style), y, style);
      const line: Page["line"] = (left, right, y) =>
        void operators.push(`${num(LINE_GRAY)} G 0.5 w ${num(left)} ${num(y)} m ${num(right)} ${num(y)} l S\n`);
      const page: Page = isTurned
        ? {
            text: (text, x, y, style) => before(text, PAGE_WIDTH - x, y, style),
            textBefore: (text, right, y, style) => from(text, PAGE_WIDTH - right, y, style),
            line: (left, right, y) => line(PAGE_WIDTH - right, PAGE_WIDTH - left, y),
          }
        : { text: from, textBefore: before, line };
      drawn.set(page, operators);
      places.set(page, place);
      return page;
    },
    async close(page) {
      const operators = drawn.get(page);
      const place = places.get(page);
      if (operators === undefined || place === undefined) throw new Error("this page was closed before");
      drawn.delete(page);
      places.delete(page);
      await fonts.flush(file);
      written[place].push(await file.add("<<>>", latin1(operators.join(""))));
    },
    async finish({ title, footer }) {
      const contents = [...written.before, ...written.after];
      const kids: number[] = [];
      for (const [index, each] of contents.entries()) {
        const text = footer(index + 1, contents.length);
        const x = isTurned ? MARGIN : PAGE_WIDTH - MARGIN - setter.widthOf(text, FOOTER);
        kids.push(await writePage(each, setter.show(text, x, FOOTER_Y, FOOTER)));
      }
      const drawnFonts = await fonts.finish(file);
      const standard = (name: string) =>
        `<</Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding>>`;
      await file.add(
        `<</Font <</R ${standard("Helvetica")} /B ${standard("Helvetica-Bold")} ${drawnFonts}>>>>`,
        undefined,
        resources,
      );
      const list = kids.map((kid) => `${kid} 0 R`).join(" ");
      await file.add(`<</Type /Pages /Kids [${list}] /Count ${kids.length}>>`, undefined, tree);
      const info = await file.add(`<</Title ${textString(title)} /Creator (Astrolabe)>>`);
      const catalog = await file.add(
        `<</Type /Catalog /Pages ${tree} 0 R /Lang (${language}) ` +
          `/ViewerPreferences <</DisplayDocTitle true${isTurned ? " /Direction /R2L" : ""}>>>>`,
      );
      return file.finish(catalog, info);
    },
  };
}
