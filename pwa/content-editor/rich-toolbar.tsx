import { t } from "@lingui/core/macro";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import {
  Bold,
  Code,
  IndentDecrease,
  IndentIncrease,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Strikethrough,
  TextQuote,
} from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { classNames } from "#pwa/ui/class-names.ts";

interface Tool {
  readonly name: string;
  readonly label: string;
  /** As `aria-keyshortcuts` has it. */
  readonly keys: string;
  readonly Icon: LucideIcon;
  /** Whether it is on or off, by the node or mark; null for what is done once. */
  readonly of: string | null;
  readonly run: (editor: Editor) => void;
}

const TOOLS: readonly Tool[] = [
  {
    name: "bold",
    get label() {
      return t({ message: "Bold", context: "how a text is set" });
    },
    keys: "Control+B",
    Icon: Bold,
    of: "bold",
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: "italic",
    get label() {
      return t({ message: "Italic", context: "how a text is set" });
    },
    keys: "Control+I",
    Icon: Italic,
    of: "italic",
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: "strike",
    get label() {
      return t({ message: "Struck through", context: "how a text is set" });
    },
    keys: "Control+Shift+S",
    Icon: Strikethrough,
    of: "strike",
    run: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  {
    name: "code",
    get label() {
      return t({ message: "Code", context: "how a text is set: as of a program" });
    },
    keys: "Control+E",
    Icon: Code,
    of: "code",
    run: (editor) => editor.chain().focus().toggleCode().run(),
  },
  {
    name: "bulletList",
    get label() {
      return t`List`;
    },
    keys: "Control+Shift+8",
    Icon: List,
    of: "bulletList",
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: "orderedList",
    get label() {
      return t`Numbered list`;
    },
    keys: "Control+Shift+7",
    Icon: ListOrdered,
    of: "orderedList",
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: "in",
    get label() {
      return t`One level in`;
    },
    keys: "Control+]",
    Icon: IndentIncrease,
    of: null,
    run: (editor) => editor.chain().focus().sinkListItem("listItem").run(),
  },
  {
    name: "out",
    get label() {
      return t`One level out`;
    },
    keys: "Control+[",
    Icon: IndentDecrease,
    of: null,
    run: (editor) => editor.chain().focus().liftListItem("listItem").run(),
  },
  {
    name: "blockquote",
    get label() {
      return t({ message: "Quote", context: "how a text is set" });
    },
    keys: "Control+Shift+B",
    Icon: TextQuote,
    of: "blockquote",
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
];

interface ToolbarProps {
  readonly editor: Editor;
  /** The text that it is for. */
  readonly controls: string;
  readonly label: string;
  readonly onLink: () => void;
}

/** What a text can be set as: one stop for the keyboard, whose arrows lead through it. */
export function RichToolbar({ editor, controls, label, onLink }: ToolbarProps) {
  const [stop, setStop] = useState(0);
  const row = useRef<HTMLDivElement>(null);
  const active = useEditorState({
    editor,
    selector: ({ editor }) =>
      [...TOOLS.map(({ of }) => of), "link"].filter((of) => of !== null && editor.isActive(of)).join(" "),
  });
  const isOn = (of: string) => active.split(" ").includes(of);
  const tools: readonly Tool[] = [
    ...TOOLS,
    { name: "link", label: t`Link`, keys: "Control+K", Icon: Link, of: "link", run: onLink },
  ];
  function walk(event: KeyboardEvent) {
    const ways: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
    const isTurned = getComputedStyle(event.currentTarget).direction === "rtl";
    const step = (ways[event.key] ?? 0) * (isTurned ? -1 : 1);
    const next = event.key === "Home" ? 0 : event.key === "End" ? tools.length - 1 : stop + step;
    if (next === stop || tools[next] === undefined) return;
    event.preventDefault();
    setStop(next);
    row.current?.querySelectorAll("button")[next]?.focus();
  }
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus, one of them at a time
    <div
      ref={row}
      role="toolbar"
      aria-label={label}
      aria-controls={controls}
      onKeyDown={walk}
      className="flex flex-wrap gap-0.5 border-b border-line p-1"
    >
      {tools.map(({ name, label, keys, Icon, of, run }, at) => (
        <button
          key={name}
          type="button"
          tabIndex={at === stop ? 0 : -1}
          aria-label={label}
          title={`${label} (${keys.replace("Control", "Ctrl")})`}
          aria-keyshortcuts={keys}
          {...(of === null ? {} : { "aria-pressed": isOn(of) })}
          onFocus={() => setStop(at)}
          // The text keeps what is selected in it.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor)}
          className={classNames(
            "grid size-8 place-items-center rounded-sm text-ink-2 hover:bg-surface-2 hover:text-ink pointer-coarse:size-11",
            "aria-pressed:bg-accent-soft aria-pressed:text-accent",
          )}
        >
          <Icon aria-hidden="true" className="size-4" />
        </button>
      ))}
    </div>
  );
}
