import { problemOf } from "./setup-answers.ts";

/** What is asked, in its order: by which flag it is said without asking, and what it is by default. */
const QUESTIONS = [
  { name: "network", text: "Which network: own (no real money), testnet or public?", byDefault: "own" },
  {
    name: "rpc",
    text: "Address of a Stellar RPC (several by comma)",
    byDefault: "",
    isAsked: ({ network }: Answers) => network === "public" || network === "testnet",
  },
  {
    name: "horizon",
    text: "Address of a Horizon of the same network (several by comma)",
    byDefault: "",
    isAsked: ({ network }: Answers) => network === "public" || network === "testnet",
  },
  { name: "database", text: "Address of MongoDB (mongodb://…), or empty for the embedded database", byDefault: "" },
  { name: "public-url", text: "Where will people reach it?", byDefault: "http://localhost:3000" },
  { name: "port", text: "On which port does it listen?", byDefault: "3000" },
  {
    name: "proxies",
    text: "Addresses of the proxies in front of it (several by comma), or empty for none",
    byDefault: "",
    isAsked: (answers: Answers) => answers["public-url"]?.startsWith("https:") ?? false,
  },
  { name: "data", text: "In which folder does it keep what it keeps?", byDefault: "./data" },
  { name: "smtp", text: "Address of a mail server (smtps://NAME:PASSWORD@HOST), or empty for none", byDefault: "" },
  { name: "backup", text: "In which folder do its backups go? Empty for none", byDefault: "" },
] as const;

export type Answers = Readonly<Record<string, string | undefined>>;

/** The flags of the command, one for each question. */
export const FLAGS = Object.fromEntries(QUESTIONS.map(({ name }) => [name, { type: "string" as const }]));

/** Asks whatever no flag said; what cannot be is asked again, with why. */
export async function ask(question: (text: string) => Promise<string>, given: Answers): Promise<Answers> {
  let answers: Answers = given;
  for (const each of QUESTIONS) {
    if (answers[each.name] !== undefined || ("isAsked" in each && !each.isAsked(answers))) continue;
    const shown = each.byDefault === "" ? "" : ` [${each.byDefault}]`;
    for (;;) {
      const typed = (await question(`${each.text}${shown} `)).trim();
      const tried = { ...answers, [each.name]: typed === "" ? each.byDefault : typed };
      const problem = problemOf(each.name, tried);
      if (problem === null) {
        answers = tried;
        break;
      }
      await question(`${problem} (Enter) `);
    }
  }
  return answers;
}
