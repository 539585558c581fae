import type { Catalogue } from "./catalogue.ts";
import { channels } from "./channels.ts";
import { confirm } from "./confirm.ts";
import { delivery } from "./delivery.ts";
import { edge } from "./edge.ts";
import { files } from "./files.ts";
import { forms } from "./forms.ts";
import { help } from "./help.ts";
import { history } from "./history.ts";
import { home } from "./home.ts";
import { issues } from "./issues.ts";
import { lists } from "./lists.ts";
import { outcomes } from "./outcomes.ts";
import { payments } from "./payments.ts";
import { platform } from "./platform.ts";
import { prices } from "./prices.ts";
import { proposals } from "./proposals.ts";
import { propose } from "./propose.ts";
import { reasons } from "./reasons.ts";
import { receipts } from "./receipts.ts";
import { send } from "./send.ts";
import { repeat, settle } from "./settle.ts";
import { templates } from "./templates.ts";

export const ko: Catalogue = {
  edge: edge.ko,
  delivery: delivery.ko,
  common: forms.ko,
  issues: issues.ko,
  send: send.ko,
  confirm: confirm.ko,
  outcomes: outcomes.ko,
  settle: settle.ko,
  receipts: receipts.ko,
  repeat: repeat.ko,
  help: help.ko,
  history: history.ko,
  home: home.ko,
  lists: lists.ko,
  prices: prices.ko,
  payments: payments.ko,
  files: files.ko,
  channels: channels.ko,
  templates: templates.ko,
  propose: propose.ko,
  proposals: proposals.ko,
  platform: platform.ko,
  reasons: reasons.ko,
};
