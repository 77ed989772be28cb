import * as v from "valibot";

/** One part of a page: a heading and its paragraphs. */
export const PageSection = v.strictObject({ heading: v.string(), paragraphs: v.array(v.string()) });
export const PageOutput = v.strictObject({
  pageKey: v.string(),
  title: v.string(),
  sections: v.array(PageSection),
});
export type PageOutput = v.InferOutput<typeof PageOutput>;

/** Null where the operator stored no text: the app then shows its own. */
export const StoredPageOutput = v.nullable(PageOutput);

/** The key of a page is its path without the leading slash. */
export const PageParams = v.strictObject({
  pageKey: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,64}$/, "Malformed page key")),
});
