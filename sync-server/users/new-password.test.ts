import { expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { checkNewPassword } from "./new-password.ts";

const OWNER = { username: "Ana.Maria", email: "anna@example.org", uniqueUserId: "ana-77" };

async function refusalOf(password: string): Promise<string | null> {
  try {
    await checkNewPassword(password, OWNER);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

test.each([
  "password",
  "PassWord",
  "password1!",
  "12345678",
  "qwertyuiop",
  "iloveyou",
  "ｐａｓｓｗｏｒｄ",
  "aaaaaaaaaaaa",
  "superman1975",
  "Astrolabe2026",
  "Dragon2024",
  "19283746",
])("%s is one of the first that is guessed", async (password) => {
  expect(await refusalOf(password)).toBe("password-common");
});

test.each(["ana.maria", "ANA.MARIA", "ana.maria2024", "anna@example.org", "anna1234", "ana-77!!"])(
  "%s is too much like its owner's names",
  async (password) => {
    expect(await refusalOf(password)).toBe("password-like-name");
  },
);

test.each(["correct horse", "another password", "open sesame", "maria and the four boats", "x7#kQ!pa2m"])(
  "%s may be chosen",
  async (password) => {
    expect(await refusalOf(password)).toBeNull();
  },
);
