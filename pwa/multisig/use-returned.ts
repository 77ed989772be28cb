import { t } from "@lingui/core/macro";
import { useCallback, useState } from "react";
import { readReturnedText } from "./carry.ts";

/** What a person brings back, while they bring it. */
export function useReturned() {
  const [returned, setReturned] = useState("");
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const onReturned = useCallback((text: string) => {
    setReturned(text);
    setProblem(undefined);
  }, []);

  /** The transaction; null, with the field marked, where there is none. */
  function read(): string | null {
    const xdr = readReturnedText(returned);
    if (xdr === null) setProblem(t`This is not a signed transaction. Paste all that your wallet gave you.`);
    return xdr;
  }

  return { fields: { returned, problem, onReturned, onProblem: setProblem }, read };
}
