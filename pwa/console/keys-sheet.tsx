import { t } from "@lingui/core/macro";
import { Sheet } from "#pwa/ui/sheet.tsx";
import type { ConsoleTab } from "./tabs.ts";

interface KeysSheetProps {
  readonly tabs: readonly Pick<ConsoleTab, "letter" | "label">[];
  readonly onClose: () => void;
}

/** All that is done by a key here. */
export function KeysSheet({ tabs, onClose }: KeysSheetProps) {
  return (
    <Sheet
      title={t`Keyboard shortcuts`}
      description={t`None of them decides anything, and they rest while you type or a sheet is open.`}
      onClose={onClose}
    >
      <dl className="divide-y divide-line text-sm">
        {[...listKeys(), ...tabs.map(({ letter, label }) => ({ keys: ["g", letter], text: label }))].map(
          ({ keys, text }) => (
            <div key={keys.join(" ")} className="flex items-baseline gap-3 py-1.5">
              <dt className="min-w-18 shrink-0">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="me-1 inline-block rounded-sm border border-line bg-surface-2 px-1.5 font-mono text-xs"
                  >
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd className="min-w-0 text-ink-2">{text}</dd>
            </div>
          ),
        )}
      </dl>
    </Sheet>
  );
}

function listKeys(): readonly { readonly keys: readonly string[]; readonly text: string }[] {
  return [
    { keys: ["j"], text: t`Next line` },
    { keys: ["k"], text: t`Line before` },
    { keys: [t({ message: "Enter", context: "key" })], text: t`Open the line` },
    { keys: ["x"], text: t`Choose the line, or no longer` },
    { keys: ["/"], text: t`Search` },
    { keys: [t({ message: "Esc", context: "key" })], text: t`Leave the search, or close the open line` },
    { keys: ["?"], text: t`This list` },
  ];
}
