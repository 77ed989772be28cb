import { Sheet } from "#pwa/ui/sheet.tsx";

interface AddSheetProps<Kind extends string> {
  readonly title: string;
  readonly kinds: readonly { readonly value: Kind; readonly label: string }[];
  readonly onChoose: (kind: Kind) => void;
  readonly onClose: () => void;
}

/** One of several kinds of something that can be added. */
export function AddSheet<Kind extends string>({ title, kinds, onChoose, onClose }: AddSheetProps<Kind>) {
  return (
    <Sheet title={title} onClose={onClose}>
      <ul className="grid grid-cols-2 gap-2">
        {kinds.map(({ value, label }) => (
          <li key={value}>
            <button
              type="button"
              onClick={() => onChoose(value)}
              className="min-h-12 w-full rounded-md border border-line bg-surface-2 px-3 py-2 text-start text-sm font-medium hover:border-line-strong"
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
