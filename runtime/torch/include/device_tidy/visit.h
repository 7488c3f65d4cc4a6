//===- visit.h - The tensors in a value ----------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values are tensors, modules and their holders, pairs, tuples, optionals, vectors, arrays, maps, LibTorch's lists,
// dictionaries, examples and IValues, and whatever of these they hold. A class of the program takes part if it says
// what its members are, in its own namespace:
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
#include <list>
#include <map>
#include <optional>
#include <string>
#include <torch/torch.h>
#include <tuple>
#include <unordered_map>
#include <utility>
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
concept Holder = requires(T &Value) {
  typename T::ContainedType;
  { *Value.ptr() } -> std::convertible_to<torch::nn::Module &>;
};
template <class T>
concept SharedModule = is_a<T, std::shared_ptr> && Module<typename T::element_type>;
template <class T>
concept Optional = is_a<T, std::optional>;
template <class T>
concept Tuple = is_a<T, std::tuple> || is_a<T, std::pair>;
template <class T>
concept Sequence = is_a<T, std::vector> || is_a<T, std::deque> || is_a<T, std::list> || requires {
  std::tuple_size<T>::value;
  typename T::value_type;
};
template <class T>
concept Map = is_a<T, std::map> || is_a<T, std::unordered_map>;
template <class T>
concept Example = is_a<T, torch::data::Example>;

struct Ignore {
  template <class T> void operator()(const char *, T &) const {}
};
template <class T>
concept Aggregate = requires(T &Value) { visit_members(Ignore(), Value); };

inline std::string quoted(const std::string &Text) { return '"' + Text + '"'; }
inline std::string quoted(const char *Text) { return quoted(std::string(Text)); }
template <class T> std::string quoted(const T &Number) { return std::to_string(Number); }

} // namespace detail

/// Calls F(name, tensor) for each defined tensor in Value, with "name[0]", "name[\"key\"]", "name.member" for the parts
/// of Name. The parameters and buffers of a module are "name.weight". An IValue's tensors are those of its lists,
/// tuples and dictionaries.
template <class T, class Function> void for_each_tensor(const T &Value, const std::string &Name, Function &&F) {
  if constexpr (detail::Tensor<T>) {
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
  } else if constexpr (detail::SharedModule<T>) {
    if (Value)
      for_each_tensor<torch::nn::Module>(*Value, Name, F);
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
    }
  } else if constexpr (detail::Optional<T>) {
    if (Value)
      for_each_tensor(*Value, Name, F);
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
