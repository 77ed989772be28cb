import { Search } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { Input } from "#pwa/ui/field.tsx";

/** After so long a pause what is typed is asked for. */
const TYPING_MS = 250;

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly most: number;
  /** What the address says. */
  readonly shown: string;
  /** What is searched for from now on, undefined for nothing. */
  readonly onFind: (find: string | undefined) => void;
}

/** What is typed is asked for once the typing pauses or the field is left, and each of it once. */
export function SearchBox({ label, placeholder = label, most, shown, onFind }: SearchBoxProps) {
  const [typed, setTyped] = useState(shown);
  const [seen, setSeen] = useState(shown);
  const [wanted, setWanted] = useState(shown);
  if (shown !== seen) {
    setSeen(shown);
    // Somebody went back, or followed a link: it is not the echo of what was typed, after which more may have been.
    if (shown !== wanted) {
      setWanted(shown);
      setTyped(shown);
    }
  }
  const ask = useCallback(() => {
    const find = typed.trim();
    if (find === wanted) return;
    setWanted(find);
    onFind(find === "" ? undefined : find);
  }, [typed, wanted, onFind]);
  useEffect(() => {
    const timer = setTimeout(ask, TYPING_MS);
    return () => clearTimeout(timer);
  }, [ask]);
  return (
    <div className="relative">
      <Search aria-hidden="true" className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-ink-3" />
      <Input
        type="search"
        data-console-search=""
        aria-label={label}
        placeholder={placeholder}
        maxLength={most}
        spellCheck={false}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // Asked for later, it would close the row that is opened next.
        onBlur={ask}
        className="ps-9"
      />
    </div>
  );
}
