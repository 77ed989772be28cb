import { expect, test } from "vitest";
import { type ModuleLinks, namedModules, reachOf, readFacts, type SentenceGraph } from "./sentence-graph.ts";

const ROOT = "/tree/pwa";
const id = (path: string) => `${ROOT}/${path}`;

/** A tree of modules by their paths: each with its code, what it imports and what it fetches later. */
function graphOf(
  modules: Record<string, readonly [code: string, imports?: string[], later?: string[]]>,
): SentenceGraph {
  const links = new Map<string, ModuleLinks>(
    Object.entries(modules).map(([path, [, imports = [], later = []]]) => [
      id(path),
      { importedIds: imports.map(id), dynamicallyImportedIds: later.map(id) },
    ]),
  );
  const facts = new Map(Object.entries(modules).map(([path, [code]]) => [id(path), readFacts(code)]));
  return { root: ROOT, facts, linksOf: (module) => links.get(module) ?? null };
}

const SCREEN = 'screen(\n  "trade/trade-screen",\n  () => import("#pwa/trade/trade-screen.tsx"), "TradeScreen")';

test("the ids of a module are those of its macros, each once", () => {
  const code = `i18n._(/** i18n */{ id: "a1+b2/", values: { n } }); i18n._(
/** i18n */
{
  id: "error.\\"x\\""
}); show({ id: "no-sentence" }); i18n._(/** i18n */{ id: "a1+b2/" });`;
  expect(readFacts(code).ids).toEqual(["a1+b2/", 'error."x"']);
});

test("what is fetched by its name stands apart; what a module fetches without one is its own", () => {
  const graph = graphOf({
    "main.tsx": [SCREEN, ["app/shell.tsx"], ["trade/trade-screen.tsx", "app/menu.tsx"]],
    "app/shell.tsx": [""],
    "app/menu.tsx": ["", ["ui/row.tsx"]],
    "ui/row.tsx": [""],
    "trade/trade-screen.tsx": ["", ["ui/row.tsx"], ["trade/sheet.tsx"]],
    "trade/sheet.tsx": [""],
  });
  const named = namedModules(graph);
  expect([...named]).toEqual([["trade/trade-screen", id("trade/trade-screen.tsx")]]);
  const apart = new Set(named.values());
  const reach = (path: string) =>
    [...reachOf(graph, [id(path)], apart)].map((each) => each.slice(ROOT.length + 1)).toSorted();
  expect(reach("main.tsx")).toEqual(["app/menu.tsx", "app/shell.tsx", "main.tsx", "ui/row.tsx"]);
  expect(reach("trade/trade-screen.tsx")).toEqual(["trade/sheet.tsx", "trade/trade-screen.tsx", "ui/row.tsx"]);
});

test("what is fetched by its name in one place is nowhere fetched without: its sentences would not come with it", () => {
  const graph = graphOf({
    "main.tsx": [SCREEN, [], ["trade/trade-screen.tsx", "swap/swap-screen.tsx"]],
    "swap/swap-screen.tsx": ["", [], ["trade/trade-screen.tsx"]],
    "trade/trade-screen.tsx": [""],
  });
  expect(() => namedModules(graph)).toThrow(
    "swap/swap-screen fetches trade/trade-screen without its sentences: fetch it by that name.",
  );
});

test("in whatever order modules are read, the names stand in the same", () => {
  const SEND = 'screen("send/send-screen", () => import("#pwa/send/send-screen.tsx"), "SendScreen")';
  const modules: Parameters<typeof graphOf>[0] = {
    "main.tsx": [SCREEN, [], ["trade/trade-screen.tsx"]],
    "later.tsx": [SEND, [], ["send/send-screen.tsx"]],
  };
  const turned = Object.fromEntries(Object.entries(modules).toReversed());
  for (const order of [modules, turned])
    expect([...namedModules(graphOf(order)).keys()]).toEqual(["send/send-screen", "trade/trade-screen"]);
});

test("through a door comes only what is taken through it", () => {
  const graph = graphOf({
    "old/screen.tsx": ['import { type Kind, Card as One } from "#pwa/trade/door.ts";', ["trade/door.ts"]],
    "new/screen.tsx": ['import { Later } from "#pwa/trade/door.ts";', ["trade/door.ts"]],
    "trade/door.ts": [
      'export { Card } from "./card.tsx";\nexport { Desk, type Kind } from "./desk.tsx";\nexport const Later = later();',
      ["trade/card.tsx", "trade/desk.tsx"],
    ],
    "trade/card.tsx": [""],
    "trade/desk.tsx": [""],
  });
  const reach = (path: string) => [...reachOf(graph, [id(path)], new Set())];
  expect(reach("old/screen.tsx")).toEqual([id("old/screen.tsx"), id("trade/card.tsx")]);
  // What a door makes itself needs the door.
  expect(reach("new/screen.tsx")).toContain(id("trade/door.ts"));
});

test("a name that is another module's is refused with who uses it", () => {
  const graph = graphOf({
    "app/routes.tsx": [
      SCREEN.replace("#pwa/trade/trade-screen", "#pwa/swap/swap-screen"),
      [],
      ["swap/swap-screen.tsx"],
    ],
    "swap/swap-screen.tsx": [""],
  });
  expect(() => namedModules(graph)).toThrow("/tree/pwa/app/routes.tsx fetches #pwa/swap/swap-screen.tsx");
});

test("what a module says of tables is found by the codes that it names", () => {
  const code = [
    'v.check(isEmail, says("email")); v.maxLength(9, says(',
    '  "at-most", { most: 9 }));',
    'const open = isOwn ? "said.by-owner" : "said.being-taken-back";',
    "say(`said.waiting.${kind}`, facts); // `said.ts`",
    "says(code);",
  ].join("\n");
  expect(readFacts(code).said).toEqual([
    "field.email",
    "field.at-most",
    "said.by-owner",
    "said.being-taken-back",
    "said.waiting.",
    "said.ts",
  ]);
});

test("a refusal is said by who names it, or by who is handed its code", () => {
  const taken =
    'import { answerWords, deviceSentenceOf as sentenceOf } from "#pwa/platform/language/error-words.ts";\n';
  const own = readFacts(`${taken}refuse({ code: sentenceOf(\n  "second-factor-required") });`);
  expect(own).toMatchObject({ said: ["error.second-factor-required"], isTeller: false });
  const judge = readFacts('return isLong ? "memo-too-long" : null;');
  expect(judge).toMatchObject({ said: [], handedOn: ["error.memo-too-long"], isTeller: false });
  expect(readFacts(`${taken}const words = sentenceOf(problem);`)).toMatchObject({ said: [], isTeller: true });
});
