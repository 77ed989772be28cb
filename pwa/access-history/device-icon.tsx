import { Laptop, Smartphone } from "lucide-react";

const HAND_HELD = /iPhone|iPad|Android/;

/** A phone or a computer, going by the device's words. */
export function DeviceIcon({ device }: { readonly device: string }) {
  const Icon = HAND_HELD.test(device) ? Smartphone : Laptop;
  return <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-3" />;
}
