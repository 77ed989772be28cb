import { expect, test } from "vitest";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { type Upload, UPLOAD_PART_BYTES } from "#schemas/identity.ts";
import { type UploadCalls, uploadPicture } from "./upload-picture.ts";

const BYTES = 2 * UPLOAD_PART_BYTES + 100;
const PICTURE = {
  slot: "front",
  sha256: "00",
  hints: [],
  bytes: Uint8Array.from({ length: BYTES }, (_, at) => at % 251),
} as const;

/** A server that has this much already, and is cut before each part that is named by its offset. */
function aServer(received = 0, cutAt: readonly number[] = []) {
  const state = { received, whole: new Uint8Array(BYTES), offsets: [] as number[], cuts: [...cutAt] };
  state.whole.set(PICTURE.bytes.subarray(0, received));
  const told = (): Upload => ({
    upload: "u",
    slot: "front",
    bytes: BYTES,
    received: state.received,
    isWhole: state.received === BYTES && state.offsets.length > 0,
    sha256: "00",
    isFromPhone: false,
    keptUntil: "2026-01-01T00:00:00.000Z",
  });
  const calls: UploadCalls = {
    begin: () => Promise.resolve(told()),
    send: (_, offset, part) => {
      if (state.cuts[0] === offset) {
        state.cuts.shift();
        return Promise.reject(new TypeError("no network"));
      }
      state.offsets.push(offset);
      state.whole.set(part, offset);
      state.received = Math.max(state.received, offset + part.length);
      return Promise.resolve(told());
    },
  };
  return { state, calls };
}

test("a picture goes in parts, and each is told as it arrives", async () => {
  const { state, calls } = aServer();
  const told: number[] = [];
  const upload = await uploadPicture(calls, PICTURE, (bytes) => told.push(bytes));
  expect(upload.isWhole).toBe(true);
  expect(state.offsets).toEqual([0, UPLOAD_PART_BYTES, 2 * UPLOAD_PART_BYTES]);
  expect(told).toEqual([0, UPLOAD_PART_BYTES, 2 * UPLOAD_PART_BYTES, BYTES]);
  expect(state.whole).toEqual(PICTURE.bytes);
});

test("what was received before a cut is not sent again", async () => {
  const { state, calls } = aServer(0, [UPLOAD_PART_BYTES]);
  await expect(uploadPicture(calls, PICTURE, () => undefined)).rejects.toBeInstanceOf(TypeError);
  await uploadPicture(calls, PICTURE, () => undefined);
  expect(state.offsets).toEqual([0, UPLOAD_PART_BYTES, 2 * UPLOAD_PART_BYTES]);
  expect(state.whole).toEqual(PICTURE.bytes);
});

test("a server that was stopped over the last part is sent it again", async () => {
  const { state, calls } = aServer(BYTES);
  expect((await uploadPicture(calls, PICTURE, () => undefined)).isWhole).toBe(true);
  expect(state.offsets).toEqual([2 * UPLOAD_PART_BYTES]);
});

test("an upload that is gone is begun anew once, and no more often", async () => {
  const gone = () => Promise.reject(new HttpError(404, "", '{"code":"identity-upload-unknown","message":"Gone."}'));
  const { calls, state } = aServer();
  let sends = 0;
  const once: UploadCalls = { ...calls, send: (...given) => (sends++ === 0 ? gone() : calls.send(...given)) };
  await uploadPicture(once, PICTURE, () => undefined);
  expect(state.whole).toEqual(PICTURE.bytes);
  const always = { ...aServer().calls, send: gone };
  const failure = { code: "identity-upload-unknown" };
  await expect(uploadPicture(always, PICTURE, () => undefined)).rejects.toMatchObject(failure);
});

test("a server that takes nothing more is not asked for ever", async () => {
  const { calls } = aServer();
  const stuck: UploadCalls = { begin: calls.begin, send: () => calls.begin({ ...PICTURE, bytes: BYTES, hints: [] }) };
  await expect(uploadPicture(stuck, PICTURE, () => undefined)).rejects.toThrow("takes no more");
});
