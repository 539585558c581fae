import { expect, it } from "vitest";
import { hasRoomAbove } from "../../../../src/slack/edge/views.ts";

it.each([
  ["the first", { root_view_id: "V1", previous_view_id: null }, true],
  ["the second", { root_view_id: "V1", previous_view_id: "V1" }, true],
  ["the third", { root_view_id: "V1", previous_view_id: "V2" }, false],
])("hasRoomAbove says whether another modal fits over %s", (_, view, hasRoom) => {
  expect(hasRoomAbove(view)).toBe(hasRoom);
});
