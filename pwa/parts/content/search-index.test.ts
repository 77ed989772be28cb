import { expect, test } from "vitest";
import type { SearchPart } from "#schemas/content/read.ts";
import { indexOf } from "./search-index.ts";

const part = (pageKey: string, anchor: string, title: string, text: string): SearchPart => ({
  pageKey,
  anchor,
  page: "Page",
  title,
  text,
});
const PARTS = [
  part("faq", "memo", "What is a memo?", "A number or a text that an exchange asks for."),
  part("documentation/fees", "", "Fees and reserves", "Each account keeps a reserve of XLM."),
  part("ar", "x", "ما هي المذكرة؟", "رقم أو نص تطلبه منصة التداول."),
  part("fr", "y", "Récupérer un mot de passe", "Un lien est envoyé."),
];
const find = indexOf(PARTS);
const hrefs = (text: string) => find(text).map(({ href }) => href);

test("what is found leads to its place on a page", () => {
  expect(hrefs("memo")[0]).toBe("/faq#memo");
  expect(hrefs("reserve")[0]).toBe("/documentation/fees");
});

test("a word is found by how it begins, with letters wrong, and without its accents", () => {
  expect(hrefs("reser")).toContain("/documentation/fees");
  expect(hrefs("resrve")).toContain("/documentation/fees");
  expect(hrefs("recuperer")).toContain("/fr#y");
  expect(hrefs("المذكرة")).toContain("/ar#x");
});

test("nothing is found by what nobody wrote", () => {
  expect(find("zzzzzz")).toEqual([]);
  expect(find("")).toEqual([]);
});
