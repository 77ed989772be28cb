import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hardCoded } from "#tests/support/hard-coded.ts";

const ROOT = join(import.meta.dirname, "../..");
const NOT_SHOWN = /\.(?:test|fixture)\.tsx?$|\.d\.ts$/;

test("nothing that people read stands in the code in one language alone", async () => {
  const files = globSync("pwa/**/*.{ts,tsx}", { cwd: ROOT }).filter((file) => !NOT_SHOWN.test(file));
  const found = await Promise.all(files.map(async (file) => hardCoded(await readFile(join(ROOT, file), "utf8"), file)));
  expect(files.length).toBeGreaterThan(500);
  expect(found.flat()).toEqual([]);
});

const IMPORTS = 'import { Trans } from "@lingui/react/macro"; import { t } from "@lingui/core/macro";';

test.each([
  "<p>Nothing was sent.</p>",
  "<p>{count} of them</p>",
  '<p>{isOpen ? "Close menu" : null}</p>',
  '<button aria-label="Close menu" />',
  '<Card title={isOpen ? "Open" : t`Closed`} />',
  "<Field hint={`At least ${least} lumens`} />",
  "<Card action={<Button>Try again</Button>} />",
  'show({ title: "The payment was sent" })',
  "[{ get label() { return t`Send`; }, hint: `Everything` }]",
])("a sentence of its own is refused: %s", (planted) => {
  expect(hardCoded(`${IMPORTS}\nconst shown = ${planted};`, "planted.tsx")).toEqual([
    expect.stringMatching(/^planted\.tsx:2: /),
  ]);
});

test.each([
  "<p><Trans>Nothing was sent.</Trans></p>",
  "<p>{t`Nothing was sent.`} · {amount} XLM</p>",
  '<Card title={t`Open`} className="text-ink" id="open-it" />',
  "[{ get label() { return t`Send`; }, value: 'a b c' }]",
  '<a title="GitHub">Astrolabe</a>',
])("what goes through the catalogues is none: %s", (planted) => {
  expect(hardCoded(`${IMPORTS}\nconst shown = ${planted};`, "planted.tsx")).toEqual([]);
});
