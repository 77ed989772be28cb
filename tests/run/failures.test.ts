import { expect, test } from "vitest";
import { browserFailures, failedFiles, passedBeside, unitFailures } from "./failures.ts";

test("what failed among the units is named with where and why, a file that could not be run as well", () => {
  const passed = { fullName: "adds", status: "passed", failureMessages: [] };
  const failed = {
    fullName: "pays once",
    status: "failed",
    failureMessages: ["\u001B[31mError: twice\u001B[39m\n    at pay"],
  };
  const report = {
    testResults: [
      { name: "/house/a.test.ts", status: "failed", message: "", assertionResults: [passed, failed] },
      { name: "/house/b.test.ts", status: "failed", message: "no such module", assertionResults: [] },
      { name: "/house/c.test.ts", status: "passed", message: "", assertionResults: [passed] },
    ],
  };
  const files = ["/house/a.test.ts", "/house/b.test.ts"];
  expect(failedFiles(report)).toEqual(files);
  expect(passedBeside(report, files)).toBe(1);
  expect(unitFailures(report, "/house")).toEqual([
    "- a.test.ts: pays once\n    Error: twice\n        at pay",
    "- b.test.ts: could not be run\n    no such module",
  ]);
});

test("what failed in a browser is named with its window, and so is what needed a second try", () => {
  const of = (status: string, message: string) => ({
    projectName: "phone",
    status,
    results: [{ status: "failed", errors: [{ message }] }],
  });
  const report = {
    suites: [
      {
        specs: [{ title: "signs in", file: "a.spec.ts", tests: [of("unexpected", "no button")] }],
        suites: [
          {
            specs: [
              { title: "pays", file: "a.spec.ts", tests: [of("flaky", "late")] },
              { title: "reads", file: "a.spec.ts", tests: [{ ...of("expected", ""), results: [] }] },
            ],
          },
        ],
      },
    ],
  };
  expect(browserFailures(report)).toEqual([
    "- a.spec.ts [phone]: signs in\n    no button",
    "- a.spec.ts [phone]: pays (at its second try)\n    late",
  ]);
});
