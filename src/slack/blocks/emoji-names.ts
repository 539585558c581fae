/**
 * Slack's names of the emoji that people write most, for texts that Slack delivers with names alone. Any other stays as
 * its name; rich text brings its own characters.
 */
const common = `
smile 😄 smiley 😃 grinning 😀 grin 😁 laughing 😆 satisfied 😆 sweat_smile 😅 joy 😂 rolling_on_the_floor_laughing 🤣
blush 😊 innocent 😇 wink 😉 relieved 😌 heart_eyes 😍 smiling_face_with_3_hearts 🥰 kissing_heart 😘 yum 😋 sunglasses 😎
star-struck 🤩 thinking_face 🤔 neutral_face 😐 expressionless 😑 smirk 😏 unamused 😒 face_with_rolling_eyes 🙄 pensive 😔
disappointed 😞 worried 😟 confused 😕 slightly_smiling_face 🙂 upside_down_face 🙃 slightly_frowning_face 🙁 cry 😢 sob 😭
angry 😠 rage 😡 scream 😱 fearful 😨 cold_sweat 😰 sweat 😓 tired_face 😫 weary 😩 sleeping 😴 mask 😷 hugging_face 🤗
zipper_mouth_face 🤐 exploding_head 🤯 partying_face 🥳 pleading_face 🥺 melting_face 🫠 saluting_face 🫡 skull 💀 ghost 👻
robot_face 🤖 alien 👽 see_no_evil 🙈 +1 👍 thumbsup 👍 -1 👎 thumbsdown 👎 ok_hand 👌 clap 👏 raised_hands 🙌 pray 🙏
wave 👋 hand ✋ raised_hand ✋ v ✌️ crossed_fingers 🤞 point_up ☝️ point_right 👉 point_left 👈 point_up_2 👆 point_down 👇
muscle 💪 handshake 🤝 writing_hand ✍️ bow 🙇 facepalm 🤦 shrug 🤷 eyes 👀 bust_in_silhouette 👤 busts_in_silhouette 👥
heart ❤️ orange_heart 🧡 yellow_heart 💛 green_heart 💚 blue_heart 💙 purple_heart 💜 black_heart 🖤 white_heart 🤍
two_hearts 💕 sparkling_heart 💖 broken_heart 💔 hearts ♥️ fire 🔥 sparkles ✨ star ⭐ star2 🌟 boom 💥 zap ⚡ 100 💯 tada 🎉
confetti_ball 🎊 balloon 🎈 gift 🎁 birthday 🎂 trophy 🏆 medal 🏅 first_place_medal 🥇 crown 👑 gem 💎 bouquet 💐 rose 🌹
cherry_blossom 🌸 sunflower 🌻 four_leaf_clover 🍀 maple_leaf 🍁 christmas_tree 🎄 sunny ☀️ cloud ☁️ umbrella ☔ snowflake ❄️
rainbow 🌈 moon 🌔 earth_asia 🌏 dog 🐶 cat 🐱 coffee ☕ tea 🍵 beer 🍺 beers 🍻 wine_glass 🍷 champagne 🍾 pizza 🍕
hamburger 🍔 ramen 🍜 stew 🍲 rice 🍚 sushi 🍣 cake 🍰 cookie 🍪 apple 🍎 strawberry 🍓 fork_and_knife 🍴 soccer ⚽
car 🚗 taxi 🚕 bus 🚌 truck 🚚 airplane ✈️ ship 🚢 bike 🚲 rocket 🚀 house 🏠 office 🏢 hospital 🏥 school 🏫 hotel 🏨
round_pushpin 📍 pushpin 📌 world_map 🗺️ phone ☎️ telephone_receiver 📞 iphone 📱 computer 💻 camera 📷 movie_camera 🎥
tv 📺 headphones 🎧 microphone 🎤 musical_note 🎵 notes 🎶 bulb 💡 battery 🔋 mag 🔍 lock 🔒 unlock 🔓 key 🔑 hammer 🔨
wrench 🔧 gear ⚙️ link 🔗 paperclip 📎 scissors ✂️ pencil 📝 memo 📝 pencil2 ✏️ books 📚 book 📖 bookmark 🔖 label 🏷️
newspaper 📰 page_facing_up 📄 clipboard 📋 file_folder 📁 calendar 📅 date 📅 spiral_calendar_pad 🗓️ chart_with_upwards_trend 📈
chart_with_downwards_trend 📉 bar_chart 📊 email 📧 envelope ✉️ incoming_envelope 📨 inbox_tray 📥 outbox_tray 📤 package 📦
mailbox 📫 speech_balloon 💬 thought_balloon 💭 mega 📣 loudspeaker 📢 bell 🔔 no_bell 🔕 alarm_clock ⏰ watch ⌚ hourglass ⌛
hourglass_flowing_sand ⏳ stopwatch ⏱️ moneybag 💰 dollar 💵 credit_card 💳 shopping_trolley 🛒 shopping_bags 🛍️ wastebasket 🗑️
white_check_mark ✅ heavy_check_mark ✔️ ballot_box_with_check ☑️ x ❌ heavy_multiplication_x ✖️ o ⭕ no_entry ⛔ no_entry_sign 🚫
warning ⚠️ rotating_light 🚨 octagonal_sign 🛑 construction 🚧 sos 🆘 question ❓ grey_question ❔ exclamation ❗ heavy_exclamation_mark ❗
bangbang ‼️ interrobang ⁉️ information_source ℹ️ new 🆕 free 🆓 ok 🆗 up 🆙 cool 🆒 soon 🔜 back 🔙 top 🔝 end 🔚 recycle ♻️
arrow_right ➡️ arrow_left ⬅️ arrow_up ⬆️ arrow_down ⬇️ arrows_counterclockwise 🔄 repeat 🔁 heavy_plus_sign ➕ heavy_minus_sign ➖
red_circle 🔴 large_orange_circle 🟠 large_yellow_circle 🟡 large_green_circle 🟢 large_blue_circle 🔵 white_circle ⚪
black_circle ⚫ large_red_square 🟥 large_green_square 🟩 small_blue_diamond 🔹 zzz 💤 sweat_drops 💦 dash 💨
one 1️⃣ two 2️⃣ three 3️⃣ four 4️⃣ five 5️⃣ six 6️⃣ seven 7️⃣ eight 8️⃣ nine 9️⃣ zero 0️⃣ keycap_ten 🔟 hash #️⃣ flag-kr 🇰🇷 kr 🇰🇷 flag-us 🇺🇸
us 🇺🇸 flag-jp 🇯🇵 jp 🇯🇵 flag-cn 🇨🇳 cn 🇨🇳`;

const byName: ReadonlyMap<string, string> = new Map(
  [...common.matchAll(/(\S+) (\S+)/g)].map(([, name = "", character = ""]) => [name, character]),
);

/** Slack numbers the five tones from 2 on. */
const lightestTone = 0x1f3fb;

/** The emoji that Slack calls so; undefined for one that isn't known here, such as a workspace's own. */
export function emojiCalled(name: string): string | undefined {
  const [, base = name, tone] = /^(.*?)::skin-tone-([2-6])$/.exec(name) ?? [];
  const character = byName.get(base);
  if (character === undefined || tone === undefined) return character;
  return `${character.replace("\ufe0f", "")}${String.fromCodePoint(lightestTone + Number(tone) - 2)}`;
}

/** The text with each `:name:` that is known as its character. */
export function withEmoji(text: string): string {
  const named = /(?<![\w:]):([\w+-]+(?:::skin-tone-[2-6])?):(?!\w)/g;
  return text.replace(named, (whole, name: string) => emojiCalled(name) ?? whole);
}
