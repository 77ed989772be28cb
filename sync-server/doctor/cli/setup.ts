import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { readAnswers } from "#server/doctor/setup-answers.ts";
import { ask, FLAGS } from "#server/doctor/setup-questions.ts";
import { SetupError } from "#server/doctor/setup-error.ts";
import { writeSettings } from "#server/doctor/write-settings.ts";

/**
 * `npm run setup`: writes a first .env by questions, and the keys beside it. With `--yes` it asks nothing: what no flag says is as it is by
 * default. Ends with 0 where it wrote them, with 2 where it did not, for a reason that it says.
 */
async function setUp(): Promise<void> {
  const { values } = parseArgs({ options: { ...FLAGS, yes: { type: "boolean" }, folder: { type: "string" } } });
  const { yes = false, folder = ".", ...given } = values;
  const answers = yes ? given : await askPerson(given);
  const made = await writeSettings(folder, readAnswers(answers));
  console.log(`Written, for this account alone:\n${made.map((path) => `  ${path}`).join("\n")}`);
  console.log("Keep copies of the keys apart from this machine: whoever loses the vault's loses every wallet.");
  console.log("Next: npm run doctor, then npm start (with npm run serve once the app is built).");
}

async function askPerson(given: Readonly<Record<string, string | undefined>>) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await ask((question) => terminal.question(question), given);
  } finally {
    terminal.close();
  }
}

try {
  await setUp();
} catch (error) {
  const isKnown = error instanceof SetupError || (error instanceof Error && "code" in error);
  console.error(isKnown ? error.message : error);
  process.exitCode = 2;
}
