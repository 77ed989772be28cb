import { expect, test } from "vitest";
import type { CheckResult } from "#server/platform/checks/check.ts";
import type { SubjectState } from "./check-state.ts";
import { judge, MOST_SUBJECTS } from "./judge.ts";

const CHECK = { failures: 2, passes: 2 };

function failing(subject = ""): CheckResult {
  return { subject, problem: "issue.silent", facts: {} };
}

function aState(more: Partial<SubjectState>): SubjectState {
  return {
    subject: "",
    failures: 0,
    passes: 0,
    problem: "issue.silent",
    facts: {},
    issueId: null,
    repairs: [],
    ...more,
  };
}

test("an issue opens after so many failures in a row, and counts all of them", () => {
  const first = judge(CHECK, [], [failing()], false);
  expect(first).toMatchObject({ found: [], passed: [], subjects: [{ failures: 1 }] });
  expect(judge(CHECK, first.subjects, [failing()], false).found).toMatchObject([{ times: 2 }]);
  // One that passed in between begins anew, and nothing is kept of it.
  expect(judge(CHECK, first.subjects, [], false)).toEqual({ found: [], passed: [], subjects: [] });
});

test("an open issue counts each failure once, and is over after so many passes in a row", () => {
  const open = [aState({ failures: 5, issueId: 7 })];
  expect(judge(CHECK, open, [failing()], false).found).toMatchObject([{ times: 1 }]);
  const once = judge(CHECK, open, [{ ...failing(), problem: null }], false);
  expect(once).toMatchObject({ passed: [], subjects: [{ passes: 1, failures: 0, issueId: 7 }] });
  expect(judge(CHECK, once.subjects, [], false)).toEqual({ found: [], passed: [""], subjects: [] });
  expect(judge(CHECK, once.subjects, [failing()], false).subjects).toMatchObject([{ passes: 0, issueId: 7 }]);
});

test("what a person had looked at and passes is over at once", () => {
  expect(judge(CHECK, [aState({ failures: 5, issueId: 7 })], [], true).passed).toEqual([""]);
});

test("subjects stand for themselves, each once, and not without end", () => {
  const many = Array.from({ length: MOST_SUBJECTS + 50 }, (_, place) => failing(`s${place}`));
  const { subjects } = judge(CHECK, [], [...many, failing("s1")], false);
  expect(subjects).toHaveLength(MOST_SUBJECTS);
  expect(subjects.every(({ failures }) => failures === 1)).toBe(true);
});
