import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import * as v from "valibot";

/** As much of what a failed test says as tells what went wrong, in the last lines of a long log. */
const LINES = 6;

const UnitReport = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string(), ""),
      assertionResults: v.array(
        v.object({ fullName: v.string(), status: v.string(), failureMessages: v.nullish(v.array(v.string()), []) }),
      ),
    }),
  ),
});

/** Files of which a test failed, or that could not be run, by Vitest's JSON report. */
export function failedFiles(report: unknown): string[] {
  return v.parse(UnitReport, report).testResults.flatMap(({ name, status }) => (status === "failed" ? [name] : []));
}

/** How many tests passed in the other files. */
export function passedBeside(report: unknown, files: readonly string[]): number {
  const others = v.parse(UnitReport, report).testResults.filter(({ name }) => !files.includes(name));
  return others.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === "passed").length;
}

/** Each failed test of Vitest's JSON report, and each file that failed before its tests: where, its name, the first lines of why. */
export function unitFailures(report: unknown, root: string): string[] {
  const { testResults } = v.parse(UnitReport, report);
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((result) => result.status === "failed");
    if (failed.length === 0) return status === "failed" ? [told(file, "could not be run", message)] : [];
    return failed.map(({ fullName, failureMessages }) => told(file, fullName, failureMessages?.join("\n") ?? ""));
  });
}

const BrowserResult = v.object({
  status: v.optional(v.string()),
  errors: v.optional(v.array(v.object({ message: v.optional(v.string(), "") })), []),
});
const BrowserSpec = v.object({
  title: v.string(),
  file: v.string(),
  tests: v.array(v.object({ projectName: v.string(), status: v.string(), results: v.array(BrowserResult) })),
});
interface BrowserSuite {
  specs: v.InferOutput<typeof BrowserSpec>[];
  suites: BrowserSuite[];
}
const BrowserSuite: v.GenericSchema<unknown, BrowserSuite> = v.object({
  specs: v.optional(v.array(BrowserSpec), []),
  suites: v.optional(v.array(v.lazy(() => BrowserSuite)), []),
});
const BrowserReport = v.object({ suites: v.array(BrowserSuite) });

/** The same of Playwright's JSON report; what passed at its second try is told, too, and says so. */
export function browserFailures(report: unknown): string[] {
  const specsOf = ({ specs, suites }: BrowserSuite): v.InferOutput<typeof BrowserSpec>[] => [
    ...specs,
    ...suites.flatMap(specsOf),
  ];
  const every = v.parse(BrowserReport, report).suites.flatMap(specsOf);
  return every.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ projectName, status, results }) => {
        const why = results.flatMap(({ errors }) => errors.map(({ message }) => message)).join("\n");
        return told(`${file} [${projectName}]`, status === "flaky" ? `${title} (at its second try)` : title, why);
      }),
  );
}

function told(where: string, name: string, why: string): string {
  const lines = stripVTControlCharacters(why)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return [`- ${where}: ${name}`, ...lines.slice(0, LINES).map((line) => `    ${line}`)].join("\n");
}
