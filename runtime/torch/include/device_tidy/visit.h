//===- visit.h - The tensors in a value ----------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values are tensors, modules of torch::nn and of TorchScript and their holders, LibTorch's lists, dictionaries, views,
// examples, packed sequences and IValues; the standard library's pairs, tuples, optionals, variants, sequences, maps,
// smart pointers and references; and whatever of these they hold. A class of the program takes part if it says what its
// members are, in its own namespace:
//
//   struct Batch { torch::Tensor inputs, labels; };
//   template <class F> void visit_members(F &&f, Batch &b) { f("inputs", b.inputs); f("labels", b.labels); }
//
// Anything else holds no tensors.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_TORCH_VISIT_H
#define DEVTIDY_RUNTIME_TORCH_VISIT_H

#include <array>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <torch/script.h>
#include <torch/torch.h>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace device_tidy {

namespace detail {

template <class T, template <class...> class Template> inline constexpr bool is_a = false;
template <template <class...> class Template, class... Args>
inline constexpr bool is_a<Template<Args...>, Template> = true;

template <class T>
concept Tensor = std::is_base_of_v<at::TensorBase, T>;
template <class T>
concept Module = std::is_base_of_v<torch::nn::Module, T>;
template <class T>
concept ScriptModule = std::is_same_v<T, torch::jit::Module>;
template <class T>
concept Holder = std::is_same_v<T, torch::nn::AnyModule> || requires(T &Value) {
  typename T::ContainedType;
  { *Value.ptr() } -> std::convertible_to<torch::nn::Module &>;
};
template <class T>
concept Packed = std::is_same_v<T, torch::nn::utils::rnn::PackedSequence>;
template <class T>
concept Pointer = (is_a<T, std::shared_ptr> || is_a<T, std::unique_ptr>) && requires {
  sizeof(typename T::element_type); // known here
};
template <class T>
concept Optional = is_a<T, std::optional>;
template <class T>
concept Reference = is_a<T, std::reference_wrapper>;
template <class T>
concept Variant = is_a<T, std::variant>;
template <class T>
concept Tuple = is_a<T, std::tuple> || is_a<T, std::pair>;
template <class T> inline constexpr bool is_span = false;
template <class T, size_t Extent> inline constexpr bool is_span<std::span<T, Extent>> = true;
template <class T>
concept View = is_span<T> || is_a<T, c10::ArrayRef> || is_a<T, std::initializer_list>;
template <class T>
concept Sequence = is_a<T, std::vector> || is_a<T, std::deque> || is_a<T, std::list> || View<T> ||
                   std::is_bounded_array_v<T> || requires {
                     std::tuple_size<T>::value;
                     typename T::value_type;
                   };
template <class T>
concept Map =
    is_a<T, std::map> || is_a<T, std::unordered_map> || is_a<T, std::multimap> || is_a<T, std::unordered_multimap>;
template <class T>
concept OrderedDict = is_a<T, torch::OrderedDict>;
/// References to what LibTorch keeps; an IValue of one shares it.
template <class T>
concept Boxed = is_a<T, c10::List> || is_a<T, c10::Dict>;
template <class T>
concept Example = is_a<T, torch::data::Example>;

struct Ignore {
  template <class T> void operator()(const char *, T &) const {}
};
template <class T>
concept Aggregate = requires(T &Value) { visit_members(Ignore(), Value); };

template <class T> inline constexpr bool is_tie = false;
template <class... Ts> inline constexpr bool is_tie<std::tuple<Ts &...>> = true;
/// What is moved in place: the result refers to the same, and can be left.
template <class T>
concept InPlace = Module<T> || ScriptModule<T> || Holder<T> || Pointer<T> || Reference<T> || is_tie<T>;

/// Whether a value of the type can hold tensors at all: a vector of numbers is not looked through.
template <class T> constexpr bool may_hold();
template <class... Ts> constexpr bool may_any_hold(const std::type_identity<std::tuple<Ts...>> &) {
  return (may_hold<std::remove_cvref_t<Ts>>() || ...);
}
template <class... Ts> constexpr bool may_any_hold(const std::type_identity<std::pair<Ts...>> &) {
  return (may_hold<std::remove_cvref_t<Ts>>() || ...);
}
template <class... Ts> constexpr bool may_any_hold(const std::type_identity<std::variant<Ts...>> &) {
  return (may_hold<Ts>() || ...);
}
template <class T> constexpr bool may_hold() {
  if constexpr (Tensor<T> || Module<T> || ScriptModule<T> || Holder<T> || Packed<T> || Boxed<T> || Example<T> ||
                std::is_same_v<T, c10::IValue>)
    return true;
  else if constexpr (Pointer<T>)
    return may_hold<std::remove_cv_t<typename T::element_type>>();
  else if constexpr (Optional<T>)
    return may_hold<typename T::value_type>();
  else if constexpr (Reference<T>)
    return may_hold<std::remove_cv_t<typename T::type>>();
  else if constexpr (Tuple<T> || Variant<T>)
    return may_any_hold(std::type_identity<T>());
  else if constexpr (std::is_array_v<T>)
    return may_hold<std::remove_cv_t<std::remove_all_extents_t<T>>>();
  else if constexpr (Sequence<T>)
    return may_hold<std::remove_cv_t<typename T::value_type>>();
  else if constexpr (Map<T>)
    return may_hold<typename T::mapped_type>();
  else if constexpr (OrderedDict<T>)
    return may_hold<std::remove_cvref_t<decltype(std::declval<typename T::Item &>().value())>>();
  else
    return Aggregate<T>;
}

/// A key as text: of a string or a number.
template <class T> std::string quoted(const T &Key) {
  if constexpr (std::is_convertible_v<const T &, std::string_view>)
    return '"' + std::string(std::string_view(Key)) + '"';
  else if constexpr (std::is_arithmetic_v<T>)
    return std::to_string(Key);
  else
    return "...";
}

} // namespace detail

/// Calls F(name, tensor) for each defined tensor in Value, with "name[0]", "name[\"key\"]", "name.member" for the parts
/// of Name. The parameters and buffers of a module are "name.weight". An IValue's tensors are those of its lists,
/// tuples, dictionaries and modules.
template <class T, class Function> void for_each_tensor(const T &Value, const std::string &Name, Function &&F) {
  if constexpr (!detail::may_hold<T>()) {
    return;
  } else if constexpr (detail::Tensor<T>) {
    if (Value.defined())
      F(Name, Value);
  } else if constexpr (detail::Module<T>) {
    for (const auto &P : Value.named_parameters())
      F(Name + "." + P.key(), P.value());
    for (const auto &B : Value.named_buffers())
      F(Name + "." + B.key(), B.value());
  } else if constexpr (detail::Holder<T>) {
    if (!Value.is_empty())
      for_each_tensor<torch::nn::Module>(*Value.ptr(), Name, F);
  } else if constexpr (detail::ScriptModule<T>) {
    for (const auto &P : Value.named_parameters())
      F(Name + "." + P.name, P.value);
    for (const auto &B : Value.named_buffers())
      F(Name + "." + B.name, B.value);
  } else if constexpr (detail::Packed<T>) { // whose batch sizes stay on the CPU
    for_each_tensor(Value.data(), Name + ".data", F);
    for_each_tensor(Value.sorted_indices(), Name + ".sorted_indices", F);
    for_each_tensor(Value.unsorted_indices(), Name + ".unsorted_indices", F);
  } else if constexpr (detail::Boxed<T>) {
    for_each_tensor(c10::IValue(Value), Name, F);
  } else if constexpr (std::is_same_v<T, c10::IValue>) {
    if (Value.isTensor())
      for_each_tensor(Value.toTensor(), Name, F);
    else if (Value.isTuple() || Value.isList()) {
      size_t I = 0;
      for (const c10::IValue &Element :
           Value.isTuple() ? Value.toTupleRef().elements().asArrayRef() : Value.toListRef())
        for_each_tensor(Element, Name + "[" + std::to_string(I++) + "]", F);
    } else if (Value.isGenericDict()) {
      for (const auto &Entry : Value.toGenericDict())
        for_each_tensor(Entry.value(),
                        Name + "[" + (Entry.key().isString() ? detail::quoted(Entry.key().toStringRef()) : "...") + "]",
                        F);
    } else if (Value.isModule()) {
      for_each_tensor(Value.toModule(), Name, F);
    }
  } else if constexpr (detail::Optional<T> || detail::Pointer<T>) {
    if (Value)
      for_each_tensor(*Value, Name, F);
  } else if constexpr (detail::Reference<T>) {
    for_each_tensor(Value.get(), Name, F);
  } else if constexpr (detail::Variant<T>) {
    if (!Value.valueless_by_exception())
      std::visit([&](const auto &Held) { for_each_tensor(Held, Name, F); }, Value);
  } else if constexpr (detail::Tuple<T>) {
    size_t I = 0;
    std::apply(
        [&](const auto &...Elements) { (for_each_tensor(Elements, Name + "[" + std::to_string(I++) + "]", F), ...); },
        Value);
  } else if constexpr (detail::Sequence<T>) {
    size_t I = 0;
    for (const auto &Element : Value)
      for_each_tensor(Element, Name + "[" + std::to_string(I++) + "]", F);
  } else if constexpr (detail::Map<T>) {
    for (const auto &[Key, Element] : Value)
      for_each_tensor(Element, Name + "[" + detail::quoted(Key) + "]", F);
  } else if constexpr (detail::OrderedDict<T>) {
    for (const auto &Item : Value)
      for_each_tensor(Item.value(), Name + "[" + detail::quoted(Item.key()) + "]", F);
  } else if constexpr (detail::Example<T>) {
    for_each_tensor(Value.data, Name + ".data", F);
    if constexpr (requires { Value.target; })
      for_each_tensor(Value.target, Name + ".target", F);
  } else if constexpr (detail::Aggregate<T>) {
    visit_members([&](const char *Member, const auto &Part) { for_each_tensor(Part, Name + "." + Member, F); },
                  const_cast<T &>(Value));
  }
}

} // namespace device_tidy

#endif // DEVTIDY_RUNTIME_TORCH_VISIT_H
