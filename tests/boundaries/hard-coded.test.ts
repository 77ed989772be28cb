import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hardCoded } from "#tests/support/hard-coded.ts";

const ROOT = join(import.meta.dirname, "../..");
/** What the example of the editor is written with is content, in one language on purpose: what the editor says of that is tried on it. */
const NOT_SHOWN = /\.(?:test|fixture)\.tsx?$|\.d\.ts$|^pwa\/content-editor\/sample-(?:content|pictures)\.ts$/;

/** Files with sentences that no screen shows, and who reads them. */
const TOLD_ELSEWHERE: readonly (readonly [reader: string, file: RegExp])[] = [
  [
    "programs that read a saved file",
    /^pwa\/(?:analytics\/(?:lots|realised|realised-table)|transactions\/event-in-english)\.ts$/,
  ],
  ["readers of PDF", /^pwa\/parts\/pdf\/drawn-fonts\.ts$/],
  ["support, in one language for all", /^pwa\/diagnostics\/device-facts\.ts$/],
  ["the log", /^pwa\/parts\/session\/owed-sign-out\.ts$/],
  ["the derivation of keys", /^pwa\/(?:platform\/device\/device-keys|lock\/(?:passkey-key|wrap-secret))\.ts$/],
  ["wallets, as the network's name", /^pwa\/receive\/request\.ts$/],
  ["Socket.IO", /^pwa\/platform\/sync\/open-socket\.ts$/],
  ["who reads what a kept layout lacks", /^pwa\/pro-trading\/layout\.ts$/],
  ["whoever has no page yet that left the worker its words", /^pwa\/notifications\/worker-words\.ts$/],
];

test("nothing that people read stands in the code in one language alone", async () => {
  const files = globSync("pwa/**/*.{ts,tsx}", { cwd: ROOT }).filter((file) => !NOT_SHOWN.test(file));
  const found = await Promise.all(
    files.map(async (file) => {
      const isToldElsewhere = TOLD_ELSEWHERE.some(([, told]) => told.test(file));
      return hardCoded(await readFile(join(ROOT, file), "utf8"), file, isToldElsewhere);
    }),
  );
  for (const [reader, told] of TOLD_ELSEWHERE)
    expect(
      files.some((file) => told.test(file)),
      reader,
    ).toBe(true);
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
  'refuse("The payment was sent.")',
  "(isOpen ? t`All` : `${count} are still open`)",
  "[{ get label() { return t`Send`; }, hint: `Everything` }]",
])("a sentence of its own is refused: %s", (planted) => {
  expect(hardCoded(`${IMPORTS}\nconst shown = () => (${planted});`, "planted.tsx")).toEqual([
    expect.stringMatching(/^planted\.tsx:2: /),
  ]);
});

test.each([
  "<p><Trans>Nothing was sent.</Trans></p>",
  "<p>{t`Nothing was sent.`} · {amount} XLM</p>",
  '<Card title={t`Open`} className="text-ink" id="open-it" />',
  "[{ get label() { return t`Send`; }, value: 'a b c' }]",
  '<a title="GitHub">Astrolabe</a>',
  'new Error("what is shown has no page")',
  '<p className="flex items-center gap-2 text-sm" />',
])("what goes through the catalogues is none: %s", (planted) => {
  expect(hardCoded(`${IMPORTS}\nconst shown = () => (${planted});`, "planted.tsx")).toEqual([]);
});

test.each([
  "const NAME = t`Send`;",
  "const TITLES = { send: <Trans>Send</Trans> };",
  "const ITEMS = ['a'].map(String, t`Send`);",
])("what is worded once for all languages is refused: %s", (planted) => {
  expect(hardCoded(`${IMPORTS}\n${planted}`, "planted.tsx")).toEqual([expect.stringMatching(/^planted\.tsx:2: /)]);
});
