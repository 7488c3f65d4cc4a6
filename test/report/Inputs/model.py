import torch


class Net(torch.nn.Module):
	def forward(self, x):
		mask = torch.ones(3)
		name = "火🔥"; return x + mask
