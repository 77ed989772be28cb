import { t } from "@lingui/core/macro";
import { CopyButton } from "./copy-button.tsx";
import { errorNumberIn } from "./error-number.ts";

/** What went wrong, in words; the number that support is told is there to be copied. */
export function ToldError({ sentence }: { readonly sentence: string }) {
  const number = errorNumberIn(sentence);
  if (number === null) return sentence;
  return (
    <>
      {sentence} <CopyButton text={number} label={t`Copy the code`} className="-my-2 align-middle" />
    </>
  );
}
