import { expect, test } from "vitest";
import type { IdentityAsked, Upload } from "#schemas/identity.ts";
import {
  emptyForm,
  fieldProblems,
  hasConsented,
  type IdentityForm,
  isOfThisRound,
  isOpen,
  mayBeUsed,
  openStep,
  shownStep,
  stepsOf,
  wantedOf,
} from "./form-state.ts";

const FIRST = { asked: [], documentType: null, hasPictures: false };
const PICTURE = { sha256: "00", hints: [], bytes: 7 };

function aForm(change: Partial<IdentityForm> = {}): IdentityForm {
  const typed = { documentType: "national-id", country: "DE", documentNumber: "L01X00T47" } as const;
  return { ...emptyForm(FIRST, "key"), ...typed, ...change };
}

function asked(...parts: IdentityAsked["part"][]): IdentityAsked[] {
  return parts.map((part) => ({ part, reason: "unreadable", note: "" }));
}

function arrived(slot: Upload["slot"]): Upload {
  const keptUntil = "2026-01-01T00:00:00.000Z";
  return { upload: "u", slot, bytes: 7, received: 7, isWhole: true, sha256: "00", isFromPhone: true, keptUntil };
}

test("a passport has one page to show, other documents have a back", () => {
  expect(stepsOf(wantedOf(FIRST, aForm({ documentType: "passport" })))).toEqual([
    "document",
    "front",
    "selfie",
    "review",
  ]);
  expect(stepsOf(wantedOf(FIRST, aForm()))).toEqual(["document", "front", "back", "selfie", "review"]);
});

test("of a later round only what is asked again is wanted", () => {
  const own = { asked: asked("selfie", "documentNumber"), documentType: "national-id", hasPictures: true } as const;
  expect(wantedOf({ ...own, hasPictures: false }, emptyForm(own, "key")).slots).toHaveLength(3);
  expect(wantedOf(own, emptyForm(own, "key"))).toEqual({ fields: ["documentNumber"], slots: ["selfie"] });
});

test("who names another document shows that, both sides of it", () => {
  const own = { asked: asked("documentType"), documentType: "passport", hasPictures: true } as const;
  expect(wantedOf(own, aForm({ documentType: "driving-licence" })).slots).toEqual(["front", "back"]);
  expect(wantedOf(own, aForm({ documentType: "passport" })).slots).toEqual([]);
});

test("answers of a former round are not those of this one", () => {
  const own = { asked: asked("selfie") };
  expect(isOfThisRound(aForm(), FIRST)).toBe(true);
  expect(isOfThisRound(aForm(), own)).toBe(false);
  expect(isOfThisRound(emptyForm({ asked: asked("front", "back") }, "key"), { asked: asked("back", "front") })).toBe(
    true,
  );
});

test("the step that is shown is the one asked for, unless something is missing before it", () => {
  const wanted = wantedOf(FIRST, aForm());
  expect(openStep(aForm({ documentNumber: " " }), wanted, [])).toBe("document");
  expect(openStep(aForm(), wanted, [])).toBe("front");
  expect(shownStep("selfie", aForm(), wanted, [])).toBe("front");
  expect(shownStep("document", aForm({ pictures: { front: PICTURE } }), wanted, [])).toBe("document");
  expect(shownStep("", aForm({ pictures: { front: PICTURE } }), wanted, [arrived("back")])).toBe("selfie");
  expect(openStep(aForm({ pictures: { front: PICTURE, selfie: PICTURE } }), wanted, [arrived("back")])).toBe("review");
});

test("what was typed is looked at as the server will", () => {
  const wanted = wantedOf(FIRST, aForm());
  expect(fieldProblems(aForm(), wanted)).toEqual({});
  expect(fieldProblems(aForm({ documentNumber: "L01\u0000X" }), wanted)).toEqual({ documentNumber: "malformed" });
  expect(fieldProblems(aForm({ documentType: null, country: "", documentNumber: "" }), wanted)).toEqual({
    documentType: "missing",
    country: "missing",
    documentNumber: "missing",
  });
  expect(fieldProblems(aForm({ documentNumber: "" }), { fields: ["country"], slots: [] })).toEqual({});
});

test("the third picture that is warned of may be used", () => {
  const warned = { front: 0, back: 2, selfie: 3 };
  expect([mayBeUsed({ warned }, "back"), mayBeUsed({ warned }, "selfie")]).toEqual([false, true]);
});

test("something can be sent before anything was, and where more is asked", () => {
  expect(isOpen({ status: null, asked: [] })).toBe(true);
  expect(isOpen({ status: "pending", asked: [] })).toBe(false);
  expect(isOpen({ status: "pending", asked: asked("front") })).toBe(true);
  expect(isOpen({ status: "rejected", asked: asked("front") })).toBe(false);
  expect(hasConsented({ consent: { version: 0, at: "2026-01-01T00:00:00.000Z" } })).toBe(false);
});
