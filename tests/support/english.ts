import { i18n } from "@lingui/core";

// Sentences stand beside their ids here, so that English needs no catalogue.
i18n.loadAndActivate({ locale: "en", messages: {} });
