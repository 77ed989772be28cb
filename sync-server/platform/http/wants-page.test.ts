import { expect, test } from "vitest";
import { wantsPage } from "./wants-page.ts";

test.each([
  ["no header", undefined],
  ["an empty one", ""],
  ["curl", "*/*"],
  ["any text", "text/*"],
  ["a browser", "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"],
  ["a picture's place that has none", "image/avif,image/webp,image/*,*/*;q=0.8"],
  ["text rather than data", "text/html, application/json"],
  ["anything rather than data", "application/json;q=0.5, */*"],
  ["capitals", "TEXT/HTML"],
  ["a weight that is none", "text/html;q=x"],
])("%s gets a page", (_who, accept) => {
  expect(wantsPage(accept)).toBe(true);
});

test.each([
  ["who wants JSON", "application/json"],
  ["a library that takes anything else as well", "application/json, text/plain, */*"],
  ["JSON of some kind", "application/problem+json"],
  ["JSON rather than a page", "application/json, text/html;q=0.9"],
  ["no page at all", "text/html;q=0, application/json"],
  ["pictures alone", "image/png"],
])("%s gets none", (_who, accept) => {
  expect(wantsPage(accept)).toBe(false);
});
