import { createECDH, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { decryptPush } from "#tests/support/push-service.ts";
import { encryptPush, MOST_PLAIN_BYTES } from "./encrypt-push.ts";

const decoded = (text: string) => Buffer.from(text, "base64url");

test("a message is what RFC 8291 shows in its appendix A, byte by byte", () => {
  const message = encryptPush(
    Buffer.from("When I grow up, I want to be a watermelon"),
    {
      publicKey: decoded("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
      secret: decoded("BTBZMqHH6r4Tts7J_aSIgg"),
    },
    {
      privateKey: decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
      salt: decoded("DGv6ra1nlYgDCS1FRnbzlw"),
    },
  );
  expect(message.toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("only the subscriber reads it; the longest fits into what push services take, a longer one is refused", () => {
  const browser = createECDH("prime256v1");
  const keys = { publicKey: browser.generateKeys(), secret: randomBytes(16) };
  const fresh = () => ({ privateKey: randomBytes(32), salt: randomBytes(16) });
  const plain = randomBytes(MOST_PLAIN_BYTES);
  const message = encryptPush(plain, keys, fresh());
  expect(message.length).toBeLessThanOrEqual(4096);
  expect(decryptPush(message, browser, keys.secret)).toEqual(plain);
  expect(() => decryptPush(message, browser, randomBytes(16))).toThrow();
  expect(() => encryptPush(randomBytes(MOST_PLAIN_BYTES + 1), keys, fresh())).toThrow("too long");
});
