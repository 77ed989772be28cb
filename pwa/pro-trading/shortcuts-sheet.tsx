import { t } from "@lingui/core/macro";
import { shortcutText } from "#pwa/palette/door.ts";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import { HOTKEY_GROUPS, type Hotkey } from "./hotkeys.ts";

/** Keys that belong to what has the focus, and stay when the others are off. */
const ALWAYS = {
  get label() {
    return t`Where the focus is`;
  },
  hotkeys: [
    {
      keys: ["↑ ↓"],
      get text() {
        return t`In the ladder or the book: from price to price`;
      },
    },
    {
      get keys() {
        return [t({ message: "Page Up", context: "key" }), t({ message: "Page Down", context: "key" })];
      },
      get text() {
        return t`In the ladder: a ladder further`;
      },
    },
    {
      get keys() {
        return [t({ message: "Home", context: "key" })];
      },
      get text() {
        return t`In the ladder: back to the market`;
      },
    },
    {
      get keys() {
        return [t({ message: "Enter", context: "key" })];
      },
      get text() {
        return t`On a price: take it into the order form. In the form: review`;
      },
    },
    {
      keys: ["← → ↑ ↓"],
      get text() {
        return t`On a border between panels: move it, with Shift further`;
      },
    },
  ],
} as const;
const LEAVE = {
  get keys() {
    return [t({ message: "Esc", context: "key" })];
  },
  get text() {
    return t`Leave a field, so that letters are shortcuts again`;
  },
} as const;

interface ShortcutsSheetProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly onClose: () => void;
}

/** All that can be done by a key, and whether letters do anything at all. */
export function ShortcutsSheet({ isOn, onChange, onClose }: ShortcutsSheetProps) {
  return (
    <Sheet onClose={onClose} title={t`Keyboard shortcuts`} size="lg">
      <SwitchField
        label={t`Shortcuts by single letters`}
        hint={t`They never order or cancel by themselves, and rest while you type. Turn them off if they get in the way of speech input or a screen reader.`}
        checked={isOn}
        onCheckedChange={onChange}
      />
      <div className="mt-4 grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {HOTKEY_GROUPS.map(({ name, label, hotkeys }) => (
          <Group
            key={name}
            label={label}
            hotkeys={[...hotkeys.map(withOneKey), ...(name === "screen" ? [LEAVE] : [])]}
          />
        ))}
        <Group {...ALWAYS} />
        <Group
          label={t`Everywhere in the app`}
          hotkeys={[
            { keys: [shortcutText()], text: t`Search screens, assets, contacts and transactions, or do something` },
          ]}
        />
      </div>
    </Sheet>
  );
}

interface GroupProps {
  readonly label: string;
  readonly hotkeys: readonly Keyed[];
}

/** What one key does, or several alike. */
interface Keyed {
  readonly keys: readonly string[];
  readonly text: string;
}

function withOneKey({ keys, text }: Hotkey): Keyed {
  return { keys: [keys], text };
}

function Group({ label, hotkeys }: GroupProps) {
  return (
    <section aria-label={label} className="min-w-0">
      <h3 className="text-sm font-semibold">{label}</h3>
      <dl className="mt-1 divide-y divide-line text-sm">
        {hotkeys.map(({ keys, text }) => (
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
        ))}
      </dl>
    </section>
  );
}
