import { expect, test } from "vitest";
import { CodeField } from "./code-field.tsx";

test("a code is handed on in the digits it is checked in, whatever keyboard it is typed on", () => {
  const handed: string[] = [];
  const { props } = CodeField({ value: "", onChange: (code) => handed.push(code) });
  for (const value of ["\u0661\u0662\u0663 \u0664\u0665\u0666", "\u06F1\u06F2\u06F3\u06F4\u06F5\u06F6", "ab3d-\u0669k"])
    props.onChange({ target: { value } });
  expect(handed).toEqual(["123 456", "123456", "ab3d-9k"]);
});
