# Guide 0, the tools of diagnosis: silent.
# RUN: %check %s | count 0
def look(tensor):
    print(tensor.device) # 输出设备信息
    print(tensor.is_cuda) # 判断是否在GPU上
