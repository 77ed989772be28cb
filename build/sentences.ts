import { linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import type { PluginOption } from "vite";

// It advises a plugin whose native part npm leaves out where an old Node installs.
process.env["LINGUI_SUPPRESS_BABEL_WARNING"] ??= "1";

/** Turns the macros of sentences into lookups; goes before React's plugin. */
export function sentences(): PluginOption[] {
  return [babel({ presets: [linguiTransformerBabelPreset()] })];
}
