import { t } from "@lingui/core/macro";
import { CircleAlert, Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { classNames } from "./class-names.ts";

/** What a control inside a {@link Field} must carry so that label, hint and error belong to it. */
export interface ControlProps {
  readonly id: string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby": string | undefined;
}

interface FieldFrame {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Shown at the right end of the label line. */
  readonly aside?: ReactNode;
  readonly className?: string;
}

interface FieldProps extends FieldFrame {
  readonly children: (control: ControlProps) => ReactNode;
}

/** A labelled control with its hint and its error, tied together for screen readers. */
export function Field({ label, hint, error, aside, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [error === undefined ? null : errorId, hint === undefined ? null : hintId]
    .filter(Boolean)
    .join(" ");
  return (
    <div className={classNames("flex flex-col gap-1.5", className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium text-ink-2">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        "aria-invalid": error !== undefined,
        "aria-describedby": described === "" ? undefined : described,
      })}
      {error === undefined ? null : (
        <p id={errorId} role="alert" className="flex items-start gap-1.5 text-sm text-down">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
      {hint === undefined ? null : (
        <p id={hintId} className="text-sm text-ink-3">
          {hint}
        </p>
      )}
    </div>
  );
}

export const CONTROL_LOOK = classNames(
  "min-h-11 w-full min-w-0 rounded-md border border-line-strong bg-ground px-3 text-base text-ink",
  "placeholder:text-ink-3 placeholder-shown:text-ellipsis transition-colors duration-150 hover:border-ink-3",
  "aria-invalid:border-down disabled:opacity-55 disabled:cursor-not-allowed",
);

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input type="text" {...props} className={classNames(CONTROL_LOOK, className)} />;
}

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea rows={3} {...props} className={classNames(CONTROL_LOOK, "py-2.5", className)} />;
}

type TextFieldProps = FieldFrame &
  Omit<ComponentProps<"input">, "id" | "className"> & { readonly inputClassName?: string };

/** A one-line text with its label, hint and error. */
export function TextField({ label, hint, error, aside, className, inputClassName, ...input }: TextFieldProps) {
  return (
    <Field {...frameOf({ label, hint, error, aside, className })}>
      {(control) => (
        <Input {...input} {...control} {...(inputClassName === undefined ? {} : { className: inputClassName })} />
      )}
    </Field>
  );
}

/** A password, with a button that shows what was typed. */
export function PasswordField({ label, hint, error, aside, className, ...input }: TextFieldProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field {...frameOf({ label, hint, error, aside, className })}>
      {(control) => (
        <div className="relative">
          <Input {...input} {...control} type={isShown ? "text" : "password"} className="pe-12" />
          <button
            type="button"
            aria-label={isShown ? t`Hide password` : t`Show password`}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-md text-ink-3 hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-4.5" />
          </button>
        </div>
      )}
    </Field>
  );
}

/** Leaves out what was not given, as exact optional properties ask. */
function frameOf(frame: { [Key in keyof FieldFrame]-?: FieldFrame[Key] | undefined }): FieldFrame {
  return {
    label: frame.label,
    error: frame.error,
    ...(frame.hint === undefined ? {} : { hint: frame.hint }),
    ...(frame.aside === undefined ? {} : { aside: frame.aside }),
    ...(frame.className === undefined ? {} : { className: frame.className }),
  };
}
