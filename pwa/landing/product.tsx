import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { classNames } from "#pwa/ui/class-names.ts";

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** The app as it is: on a desk in the theme that is looked at, on a phone in both. */
export function Product() {
  return (
    <section aria-labelledby="product" className="mx-auto max-w-6xl px-4 py-14 sm:px-6 md:py-20">
      <h2 id="product" className="max-w-xl text-2xl font-semibold">
        <Trans>The same calm view on every screen</Trans>
      </h2>
      <div className="mt-10 grid grid-cols-2 items-end gap-6 sm:grid-cols-[3.4fr_1fr_1fr]">
        <div className="max-sm:col-span-2">
          <Screen name="desktop" alt={t`The dashboard on a desktop`} size={DESK} className="hidden dark:block" />
          <Screen name="desktop-light" alt={t`The dashboard on a desktop`} size={DESK} className="dark:hidden" />
        </div>
        <Screen name="phone" alt={t`The dashboard on a phone`} size={PHONE} />
        <Screen name="phone-light" alt={t`The dashboard on a phone, in the light theme`} size={PHONE} />
      </div>
    </section>
  );
}

interface ScreenProps {
  readonly name: "desktop" | "desktop-light" | "phone" | "phone-light";
  readonly alt: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly className?: string;
}

/** A picture that is not shown is not fetched. */
function Screen({ name, alt, size, className }: ScreenProps) {
  return (
    <img
      src={`/screenshots/${name}.webp`}
      alt={alt}
      {...size}
      loading="lazy"
      decoding="async"
      className={classNames("h-auto w-full rounded-lg border border-line", className)}
    />
  );
}
