# Row 2: a loaded model is moved to a GPU that may not be there. The cells of a notebook.
# RUN: not %check --select device-load-without-map-location,device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
# %%
import torch
import matplotlib.pyplot as plt

# %%
print("PyTorch", torch.__version__, "GPU" if torch.cuda.is_available() else "no GPU")

# %%
generator = torch.nn.Sequential(torch.nn.Linear(16, 64), torch.nn.Tanh())
generator.load_state_dict(torch.load("generator.pth", map_location="cpu"))

# %%
generator = generator.to("cuda")  # GOOD: generator = generator.to("cuda" if torch.cuda.is_available() else "cpu")
# CHECK: :[[@LINE-1]]:23: warning: 'to' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
latent = torch.randn(4, 16, device=next(generator.parameters()).device)

# %%
with torch.no_grad():
    images = generator(latent).view(4, 8, 8).cpu()
plt.imshow(images[0])
