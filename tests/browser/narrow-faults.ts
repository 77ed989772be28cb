import type { Page } from "@playwright/test";
import { cutTexts } from "./fit.ts";
import { IS_SHORT } from "./windows.ts";

const NARROWEST = { width: 320, height: 640 };
const PHONE = { width: 390, height: 844 };
const WIDTHS = IS_SHORT ? [NARROWEST] : [NARROWEST, PHONE];

/** What has no room on the page that is open now: it scrolls sideways, cuts texts, or has controls over each other. */
export async function narrowFaults(page: Page): Promise<string[]> {
  const own = page.viewportSize();
  const faults: string[] = [];
  for (const size of WIDTHS) {
    await page.setViewportSize(size);
    const found = [
      ...(await page.evaluate(sideways)),
      ...(await page.evaluate(cutTexts)),
      ...(await page.evaluate(cutFields)),
      ...(await page.evaluate(overlaps)),
    ];
    faults.push(...found.map((fault) => `at ${size.width} px it ${fault}`));
  }
  if (own !== null) await page.setViewportSize(own);
  return faults;
}

// All of these run in the page.

async function sideways(): Promise<string[]> {
  // What follows the window by script is drawn with the frames after it.
  for (let frames = 0; frames < 3; frames += 1) await new Promise((done) => requestAnimationFrame(done));
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? [`scrolls sideways by ${scrollWidth - clientWidth} px`] : [];
}

/** Controls that lie over each other, where none was put over the other on purpose. */
function overlaps(): string[] {
  const isPlaced = (element: Element | null): boolean =>
    element !== null && ["absolute", "fixed", "sticky"].includes(getComputedStyle(element).position);
  const nameOf = (element: Element) =>
    `${element.nodeName.toLowerCase()} "${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}"`;
  const controls = [...document.querySelectorAll("a[href], button, input, select, textarea, [role=tab], summary")]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    // A link over two lines is two boxes, beside which others stand.
    .flatMap((element) => [...element.getClientRects()].map((box) => ({ element, box })))
    .filter(({ box }) => box.width > 1 && box.height > 1);
  const found: string[] = [];
  for (const [at, one] of controls.entries())
    for (const other of controls.slice(at + 1)) {
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (
        across <= 2 ||
        down <= 2 ||
        one.element === other.element ||
        one.element.contains(other.element) ||
        other.element.contains(one.element)
      )
        continue;
      const isOnPurpose = [one.element, other.element].some((element) => {
        for (let box: Element | null = element; box !== null && box !== document.body; box = box.parentElement)
          if (isPlaced(box)) return true;
        return false;
      });
      if (!isOnPurpose) found.push(`has ${nameOf(one.element)} over ${nameOf(other.element)}`);
    }
  return found;
}

/** Fields and lists whose placeholder or choice is longer than they are, and is cut without a mark. */
function cutFields(): string[] {
  const pen = document.createElement("canvas").getContext("2d");
  const found: string[] = [];
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")) {
    const style = getComputedStyle(field);
    if (pen === null || style.textOverflow === "ellipsis" || !field.checkVisibility()) continue;
    const [chosen] = "selectedOptions" in field ? field.selectedOptions : [];
    const text = chosen?.label ?? (field.value === "" && "placeholder" in field ? field.placeholder : "");
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    pen.font = style.font;
    const needed = pen.measureText(text).width;
    if (field.clientWidth > 1 && needed > room + 1) found.push(`cuts "${text}" by ${Math.ceil(needed - room)} px`);
  }
  return found;
}
