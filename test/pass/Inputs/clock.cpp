#include "device_tidy/device_tidy.h"
#include <cstdio>

int main() {
  device_tidy::DeviceDebugger scope("step", torch::kCUDA, [](const std::string &Line) { std::puts(Line.c_str()); });
}
