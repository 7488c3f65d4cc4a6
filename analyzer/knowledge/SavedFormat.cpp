//===- SavedFormat.cpp - What a file of torch.save says of itself ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/SavedFormat.h"
#include <cstddef>
#include <cstdint>
#include <optional>

namespace devtidy::knowledge {

/// The little-endian number of that many bytes at an offset; a large one behind the end.
static uint32_t number(std::string_view Bytes, size_t At, unsigned Count) {
  uint32_t Value = 0;
  if (At + Count > Bytes.size())
    return UINT32_MAX;
  for (unsigned N = Count; N-- > 0;)
    Value = Value << 8 | uint8_t(Bytes[At + N]);
  return Value;
}

/// The pickle in a zip (APPNOTE.TXT 4.3); nothing if it is compressed, or there is none.
static std::optional<std::string_view> pickleOf(std::string_view Zip) {
  constexpr std::string_view EndMark("PK\5\6", 4), EntryMark("PK\1\2", 4), FileMark("PK\3\4", 4), Name = "/data.pkl";
  const size_t End = Zip.rfind(EndMark);
  if (End == std::string_view::npos)
    return std::nullopt;
  size_t At = number(Zip, End + 16, 4);
  for (uint32_t Left = number(Zip, End + 10, 2); Left > 0 && Left <= UINT16_MAX; --Left) {
    if (At >= Zip.size() || !Zip.substr(At).starts_with(EntryMark))
      return std::nullopt;
    const uint32_t NameSize = number(Zip, At + 28, 2);
    const size_t Size = number(Zip, At + 24, 4), Local = number(Zip, At + 42, 4);
    if (At + 46 <= Zip.size() && Zip.substr(At + 46, NameSize).ends_with(Name)) {
      const bool IsStored = number(Zip, At + 10, 2) == 0 && number(Zip, At + 20, 4) == Size;
      if (!IsStored || Local >= Zip.size() || !Zip.substr(Local).starts_with(FileMark))
        return std::nullopt;
      const size_t Begin = Local + 30 + number(Zip, Local + 26, 2) + number(Zip, Local + 28, 2);
      return Begin < Zip.size() && Size <= Zip.size() - Begin ? std::optional(Zip.substr(Begin, Size)) : std::nullopt;
    }
    At += 46 + NameSize + number(Zip, At + 30, 2) + number(Zip, At + 32, 2);
  }
  return std::nullopt;
}

bool wasSavedOnCpu(std::string_view Content) {
  // Protocol 2, and the number that torch.save began with (MAGIC_NUMBER).
  constexpr std::string_view Old("\x80\x02\x8a\x0al\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", 14);
  std::optional<std::string_view> Pickle;
  if (Content.starts_with("PK"))
    Pickle = pickleOf(Content);
  else if (Content.starts_with(Old))
    Pickle = Content;
  if (!Pickle)
    return false;
  // Texts: BINUNICODE, four bytes of length, and SHORT_BINUNICODE, one. What is equal is written once.
  bool HasStorage = false, HasCpu = false;
  for (size_t At = 0; At < Pickle->size(); ++At) {
    const uint8_t Code = uint8_t((*Pickle)[At]);
    const unsigned Width = Code == 'X' ? 4 : Code == 0x8c ? 1 : 0;
    const uint32_t Size = Width == 0 ? 0 : number(*Pickle, At + 1, Width);
    if (Size == 0 || Size > 16 || At + 1 + Width + Size > Pickle->size())
      continue;
    const std::string_view Text = Pickle->substr(At + 1 + Width, Size);
    HasStorage |= Text == "storage";
    HasCpu |= Text == "cpu";
    // "cuda:1", "xpu:0", "mps"
    const size_t Colon = Text.find(':');
    const bool IsNumbered =
        Colon != std::string_view::npos && Colon + 1 < Text.size() && Text[Colon + 1] >= '0' && Text[Colon + 1] <= '9';
    if (Text == "cuda" || Text == "mps" || Text == "meta" || IsNumbered)
      return false;
  }
  return HasCpu || !HasStorage;
}

} // namespace devtidy::knowledge
