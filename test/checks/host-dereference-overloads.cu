// Methods of one name, of which a call means one.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --select device-host-dereference --select device-wrong-copy-direction %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cuda_runtime.h>
#include <vector>

template <class T> class Vector {
  T *Data = nullptr;
  size_t Size;

public:
  explicit Vector(size_t n) : Size(n) { cudaMalloc(&Data, n * sizeof(T)); }
  Vector(const T *host, size_t n) : Vector(n) { cudaMemcpy(Data, host, n * sizeof(T), cudaMemcpyHostToDevice); }
  ~Vector() { cudaFree(Data); }
  T *data() { return Data; }
  const T *data() const { return Data; }
  T &operator[](size_t i) { return Data[i]; }
  const T &operator[](size_t i) const { return Data[i]; }
  void copyTo(T *host) const { cudaMemcpy(host, Data, Size * sizeof(T), cudaMemcpyDeviceToHost); }
  void copyTo(Vector &other) const { cudaMemcpy(other.Data, Data, Size * sizeof(T), cudaMemcpyDeviceToDevice); }
};

int read_bad() {
  Vector<int> v(4);
  return v.data()[1];
  // CHECK: :[[@LINE-1]]:12: warning: host code dereferences 'v.data()', which is on cuda [device-host-dereference]
  // CHECK: note: {{.*}} allocated on cuda by 'cudaMalloc' here
}
int read_ok() {
  Vector<int> v(4);
  std::vector<int> h(4);
  v.copyTo(h.data());
  return h.data()[1];
}

int const_bad(const Vector<int> &v) {
  return v.data()[1];
  // CHECK: :[[@LINE-1]]:12: warning: host code dereferences 'v.data()', which is on cuda
  // CHECK: note: {{.*}} allocated on cuda by 'cudaMalloc' here
}
int const_ok(const Vector<int> &v) {
  int h[4];
  v.copyTo(h);
  return h[1];
}

void target_bad(float *host) {
  Vector<float> v(host, 4), other(4);
  v.copyTo(other.data());
  // CHECK: :[[@LINE-1]]:{{.*}}: warning: 'cudaMemcpy' is given 'cudaMemcpyDeviceToHost', but destination 'other.data()' is on cuda [device-wrong-copy-direction]
  // CHECK: note: {{.*}} allocated on cuda by 'cudaMalloc' here
  // CHECK: note: 'cudaMemcpy' called here
}
void target_ok(float *host) {
  Vector<float> v(host, 4), other(4);
  v.copyTo(other);
}

// One matrix is made of the other's pointers, by the constructor that wants those of the host.
class Matrix {
  Vector<int> Rows;

public:
  Matrix(const int *rows, size_t n) : Rows(rows, n) { Total = rows[n - 1]; }
  explicit Matrix(const Vector<int> &rows) : Rows(rows) {}
  const Vector<int> &rows() const { return Rows; }
  int Total = 0;
};
Matrix again_bad(const Matrix &m) {
  return Matrix(m.rows().data(), 4);
  // CHECK: :[[@LINE-1]]:26: warning: host code dereferences 'm.rows().data()', which is on cuda
  // CHECK: note: {{.*}} allocated on cuda by 'cudaMalloc' here
  // CHECK: note: {{.*}} used on the host here
  // CHECK: :[[@LINE-4]]:26: warning: 'cudaMemcpy' is given 'cudaMemcpyHostToDevice', but source 'm.rows().data()' is on cuda
  // CHECK: note: {{.*}} allocated on cuda by 'cudaMalloc' here
  // CHECK: note: 'cudaMemcpy' called here
}
Matrix again_ok(const Matrix &m) { return Matrix(m.rows()); }

// What derived classes replace is theirs.
class Buffer {
public:
  virtual ~Buffer() = default;
  virtual float *data() = 0;
  virtual const float *data() const = 0;
};
class OnDevice : public Buffer {
  float *Data;

public:
  OnDevice() { cudaMalloc(&Data, 16); }
  float *data() override { return Data; }
  const float *data() const override { return Data; }
};
class OnHost : public Buffer {
  float Data[4];

public:
  float *data() override { return Data; }
  const float *data() const override { return Data; }
};
float virtual_ok(Buffer &b) { return b.data()[0]; }
float hostOnly_ok() { return OnHost().data()[0]; }
