import { expect, test } from "vitest";
import { UNBUILT_PLACES } from "#pwa/parts/service/unbuilt-screens.ts";
import { PageParams } from "#schemas/pages.ts";
import * as v from "valibot";
import { PUBLIC_PAGES } from "./page-contents.ts";
import { PUBLIC_PATHS } from "./page-paths.ts";
import { contentsOf, pageKeyOf } from "./stored-page.ts";

const OWN = { title: "Terms", summary: "A default text.", links: [{ to: "/legal", label: "Legal notice" }] };

test("every page has a key that the server accepts", () => {
  for (const path of [...PUBLIC_PATHS, ...UNBUILT_PLACES, ...Object.keys(PUBLIC_PAGES)])
    expect(v.is(PageParams, { pageKey: pageKeyOf(path) }), path).toBe(true);
});

test("the operator's text takes the place of the app's own", () => {
  const stored = {
    pageKey: "terms",
    title: "Our terms",
    sections: [
      { heading: "", paragraphs: ["Read this first."] },
      { heading: "Fees", paragraphs: ["None."] },
    ],
  };
  expect(contentsOf(stored, OWN)).toEqual({
    title: "Our terms",
    summary: "Read this first.",
    sections: [{ heading: "Fees", paragraphs: ["None."] }],
    links: OWN.links,
  });
  expect(contentsOf({ ...stored, sections: stored.sections.slice(1) }, OWN)).toMatchObject({
    summary: "",
    sections: [{ heading: "Fees" }],
  });
});

test("without one the app's own stays", () => {
  expect(contentsOf(null, OWN)).toBe(OWN);
});
