import * as v from "valibot";

/** Where a setting comes from: what the server was started with, what operators set, or neither. */
export const SettingSource = v.picklist(["environment", "database", "default"]);
export type SettingSource = v.InferOutput<typeof SettingSource>;

/** A setting of the running service. Of a secret it is said whether there is one, and nothing else. */
export const ServiceSetting = v.strictObject({
  /** The environment's variable, or the part of the console and the field. */
  name: v.string(),
  source: SettingSource,
  isSecret: v.boolean(),
  isSet: v.boolean(),
  /** Null of a secret, and of what is not set. */
  value: v.nullable(v.string()),
});
export type ServiceSetting = v.InferOutput<typeof ServiceSetting>;

export const ServiceSettingsOutput = v.strictObject({ settings: v.array(ServiceSetting) });
export type ServiceSettingsOutput = v.InferOutput<typeof ServiceSettingsOutput>;
