import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MadeBy } from "./trans.fixture.tsx";

function drawn(name: string): string {
  return renderToStaticMarkup(createElement(I18nProvider, { i18n }, createElement(MadeBy, { name })));
}

test.each([
  ["Circle<x/>Inc <b>not</b>", "Circle&lt;x/&gt;Inc &lt;b&gt;not&lt;/b&gt;"],
  ["<0>name</0>", "&lt;0&gt;name&lt;/0&gt;"],
  ["<0/>", "&lt;0/&gt;"],
  ["<1/>", "&lt;1/&gt;"],
  [String.raw`\u003c0>a\u003c/0>`, String.raw`\u003c0&gt;a\u003c/0&gt;`],
  ["a < b", "a &lt; b"],
  ["Ana", "Ana"],
])("%s stands in a sentence as it was typed", (name, shown) => {
  expect(drawn(name)).toBe(`Made by ${shown}. <a href="/terms">Read more</a>`);
});
