# Guide 0, checks that are printed before an error: silent.
# RUN: %check %s | count 0
# 在错误发生前插入检查
print(f"模型设备: {next(model.parameters()).device}")
print(f"输入设备: {inputs.device}")
print(f"标签设备: {labels.device}")
